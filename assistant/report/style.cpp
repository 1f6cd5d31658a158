#include "assistant/report/style.hpp"

#include "assistant/report/map.hpp"

namespace polemarch::assistant::report {

// Okabe-Ito for the sides; every text stands 5:1 or more on its ground, light and dark.
const char* colour_style() {
  return R"(:root{color-scheme:light dark;--paper:#fbfaf5;--ink:#1b1a17;--quiet:#5b574c;--rule:#d9d4c5;--soft:#f1eee3;--a:#0072b2;--ae:#00507d;--at:#00598c;--b:#e69f00;--be:#8a4b00;--bt:#8a4b00;--bb:#ffe3a6;--loss:#b4371a;--felt:#efeadb;--gridc:#d6cfba;--gw:#dbe2c8;--gm:#d6e2e6;--gh:#e6dcc0;--gf:#ece6b8;--gr:#e2dad0;--gl:#8b8468;--gt:#6f8552;--band1:#dedacb;--band2:#ebe8dc;--good:#bfd9c9}
@media (prefers-color-scheme:dark){:root{--paper:#15171a;--ink:#eceae3;--quiet:#a9a698;--rule:#363a3f;--soft:#1f2226;--a:#005f97;--ae:#8fd0ff;--at:#7fc4f0;--b:#e69f00;--be:#ffe0a0;--bt:#f0b94d;--bb:#e69f00;--loss:#ff8a66;--felt:#23262a;--gridc:#34383d;--gw:#2a3328;--gm:#26343a;--gh:#37321f;--gf:#3a3820;--gr:#33302c;--gl:#76735f;--gt:#7d9460;--band1:#33373b;--band2:#25292d;--good:#2c5142}}
)";
}

const char* map_style() {
  return R"(.map{display:block;width:100%;height:auto}.felt{fill:var(--felt)}.grid{stroke:var(--gridc);stroke-width:2;fill:none}.coord text{font:600 32px system-ui,sans-serif;fill:var(--quiet);text-anchor:middle}
.gw{fill:var(--gw)}.gm{fill:var(--gm)}.gh{fill:var(--gh)}.gf{fill:var(--gf)}.gr{fill:var(--gr)}.gl{stroke:var(--gl);stroke-width:3;fill:none;opacity:.7}.gt{fill:var(--gt);opacity:.55}
.a{fill:var(--a);stroke:var(--ae);stroke-width:4}.b{fill:var(--bb);stroke:var(--be);stroke-width:4}.b .bar{stroke-width:9;fill:none}
.u text{font:700 52px system-ui,Inter,"DejaVu Sans",sans-serif;text-anchor:middle;letter-spacing:-.02em;stroke:none;fill:#1b1a17;pointer-events:none}.u text.a{fill:#fff}.u text.sm{font-size:38px}.u.fine text{font-size:64px}.u.fine text.sm{font-size:50px}
.u.free .a,.u.free .b{stroke-width:2.5}.u.free text{font-size:44px;paint-order:stroke;stroke-width:9px;stroke-linejoin:round}.u.free text.a{fill:var(--at);stroke:var(--felt)}.u.free text.b{fill:var(--bt);stroke:var(--felt)}
.ar{fill:none;stroke:var(--at);stroke-width:9;marker-end:url(#tip)}.ar.b{stroke:var(--bt);fill:none}.ar.charge{stroke-width:18}.ar.back{stroke-dasharray:3 17;stroke-linecap:round;stroke-width:11}.ar.shot{stroke-dasharray:26 14;stroke-width:6;marker-end:url(#ring)}
.lost rect{fill:none;stroke:var(--quiet);stroke-width:4;stroke-dasharray:12 9}.lost path{stroke:var(--loss);stroke-width:13;fill:none}.lost text{font:700 34px system-ui,sans-serif;fill:var(--loss);paint-order:stroke;stroke:var(--felt);stroke-width:9px}
.out{display:none}.dis{fill:none;stroke:var(--ink);stroke-width:6}.camp path,.camp use{fill:var(--paper);stroke:var(--at);stroke-width:6;stroke-linejoin:round}.camp.b path,.camp.b use{stroke:var(--bt)}.camp .cross{display:none}.camp.taken .cross{display:inline;fill:none;stroke:var(--loss);stroke-width:13}
)";
}

const char* page_style() {
  return R"(*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.5 system-ui,-apple-system,"Segoe UI",Inter,"DejaVu Sans",sans-serif}
header,section,footer{max-width:960px;margin:0 auto;padding:0 24px}
h1,h2,.lead{font-family:"Iowan Old Style","Palatino Linotype",Palatino,"Book Antiqua",P052,Georgia,serif}
h1{font-size:60px;line-height:1.05;margin:.1em 0 .3em;font-weight:600;letter-spacing:-.01em;overflow-wrap:anywhere}h2{font-size:28px;line-height:1.2;margin:2.2em 0 .3em;font-weight:600}h3{font-size:20px;margin:0;display:flex;flex-wrap:wrap;gap:0 .4em;align-items:baseline}h4{font-size:18px;margin:1.2em 0 .2em}
p{max-width:42em;margin:.4em 0 .8em}.kick{font-size:14.5px;color:var(--quiet);margin:40px 0 0;max-width:none}section>h3{margin-top:1.5em}.lead{font-size:23px;line-height:1.45;max-width:36em;margin:.4em 0 1em}.quiet{color:var(--quiet);font-size:14.5px}code{font:12px ui-monospace,"DejaVu Sans Mono",monospace;color:var(--quiet);overflow-wrap:anywhere}
.skip{position:absolute;left:-999px}.skip:focus{left:8px;top:8px;background:var(--paper);padding:12px;z-index:2}:focus-visible{outline:3px solid var(--at);outline-offset:2px}
.sw{flex:none;display:inline-block;width:.72em;height:.72em;margin-right:.45em;border:2px solid var(--ae);background:var(--a);border-radius:2px}.sw.b{border-color:var(--be);background:var(--bb);box-shadow:inset 0 -.3em 0 var(--be)}
.score{border-top:2px solid var(--ink);margin:20px 0 0;padding:0;list-style:none}.score li{display:grid;grid-template-columns:minmax(150px,240px) 1fr auto 74px;gap:6px 18px;align-items:center;padding:9px 0;border-bottom:1px solid var(--rule);font-weight:600}.score b{font-size:22px;font-variant-numeric:tabular-nums}.won{border:2px solid;padding:0 .5em;border-radius:3px;justify-self:start}
.discs{display:inline-flex;gap:5px;flex-wrap:wrap}.discs i{width:16px;height:16px;border-radius:50%;border:2px solid var(--ae);background:var(--a)}.discs.b i{border-color:var(--be);background:var(--b)}.discs i.off{background:none;opacity:.6;border-style:dotted}
figure{margin:0}figcaption{padding:8px 0;min-height:4.6em}figcaption b{display:block;font-size:14.5px;color:var(--quiet)}figcaption span{font-size:18px;overflow-wrap:anywhere}
.bar{display:flex;gap:8px;align-items:center}.bar[hidden]{display:none}button{font:600 15px system-ui,sans-serif;min-width:44px;min-height:44px;border:1.5px solid var(--quiet);background:var(--paper);color:var(--ink);border-radius:6px;cursor:pointer}button.main{background:var(--ink);color:var(--paper);border-color:var(--ink);min-width:78px}
.slide{flex:1;position:relative;padding:12px 0 22px;min-width:120px}.slide input{width:100%;margin:0;accent-color:var(--at);height:22px}.ticks i{position:absolute;top:2px;width:2px;height:9px;background:var(--loss)}.ticks span{position:absolute;bottom:0;font-size:12px;color:var(--quiet);transform:translateX(-50%)}
.key{display:flex;flex-wrap:wrap;gap:4px 16px;padding:0;margin:10px 0 0;list-style:none;max-width:none}.key svg{height:14px;width:40px;vertical-align:-2px}.key .ar{stroke-width:7}.key .charge{stroke-width:11}
.ch{display:block;width:100%;height:auto;margin:10px 0 14px;overflow:visible}.narrow{display:none}.ch text{font:13px system-ui,Inter,"DejaVu Sans",sans-serif;fill:var(--ink)}.ch .ax{fill:var(--quiet);font-size:12.5px}.ch .e{text-anchor:end}.ch .m{text-anchor:middle}.gr0,.gr1{stroke:var(--rule);fill:none}.gr1{stroke:var(--quiet)}.brk{stroke:var(--loss);stroke-width:2;stroke-dasharray:6 4}.ln{fill:none;stroke-width:3.5;stroke:var(--at)}.ln.lb{stroke:var(--bt);stroke-dasharray:9 3}.ch .nm{font-weight:700;fill:var(--at);paint-order:stroke;stroke:var(--paper);stroke-width:5px}.ch .nm.lb{fill:var(--bt)}.x{stroke:var(--at);stroke-width:3;fill:none}.x.lb{stroke:var(--bt)}.bd1{fill:var(--band1)}.bd2{fill:var(--band2)}
table{border-collapse:collapse;font-size:15px;font-variant-numeric:tabular-nums}th,td{padding:5px 10px 5px 0;text-align:left;vertical-align:middle;border-bottom:1px solid var(--rule);font-weight:400;overflow-wrap:anywhere}thead th{font-size:13px;color:var(--quiet);border-bottom:1.5px solid var(--ink)}td.n,th.n{text-align:right;overflow-wrap:normal}tr.sum>*{border-top:1.5px solid var(--ink);font-weight:650}
.units{width:100%}.units th small{display:block;font-weight:400;font-size:13px;color:var(--quiet);line-height:1.2}.units tbody th{font-weight:600;line-height:1.25}.id{display:inline-block;min-width:2.6em;text-align:center;border-radius:3px;padding:2px 4px;font-size:13px;background:var(--a);color:#fff;border:2px solid var(--ae)}.id.b{background:var(--bb);color:#1b1a17;border-color:var(--be)}.gone{color:var(--quiet)}.gone .fate{color:var(--loss);font-weight:650}
.life{width:190px;height:22px;display:block}.ll{stroke:var(--at);stroke-width:3;opacity:.5}.ll.lb{stroke:var(--bt)}.lc{fill:var(--ink)}.ls{fill:var(--paper);stroke:var(--ink);stroke-width:2}.lm{stroke:var(--ink);stroke-width:1.6}.lr{stroke:var(--ink);stroke-width:2;fill:none}.lx,.ld{stroke:var(--loss);stroke-width:3;fill:none}.ld{stroke-width:2.2}.ch .ev{fill:var(--quiet);font-size:12.5px}.tc{fill:var(--a)}.tc.lb{fill:var(--b)}.th{opacity:.45}
.turn{padding:18px 0 6px;border-top:1.5px solid var(--ink);margin-top:18px}.turn h3 small{margin-left:auto;font-size:14.5px;font-weight:500;color:var(--quiet)}.lossline{color:var(--loss);font-weight:650;margin:.2em 0 .6em}.two{display:grid;grid-template-columns:minmax(0,54fr) minmax(0,46fr);gap:22px;align-items:start}.stay{position:sticky;top:8px}
.act{border-bottom:1px solid var(--rule)}.act summary{list-style:none;cursor:pointer;padding:10px 2px 10px 20px;position:relative;display:flex;flex-wrap:wrap;gap:0 10px;font-size:15px;min-height:44px;align-items:baseline}.act summary::-webkit-details-marker{display:none}.act summary::before{content:"";position:absolute;left:4px;top:17px;border:5px solid transparent;border-left-color:var(--quiet)}.act[open] summary::before{transform:rotate(90deg);left:2px;top:19px}.act .t{font-weight:600;overflow-wrap:anywhere}.act .o{color:var(--quiet);overflow-wrap:anywhere}.act.cost .o{color:var(--loss);font-weight:650}.act.fail .t{font-weight:400;color:var(--quiet)}.act time{margin-left:auto;font-size:12.5px;color:var(--quiet)}.line{font-size:15px;padding:8px 2px 8px 20px;margin:0;border-bottom:1px solid var(--rule)}
.throws{list-style:none;margin:0;padding:0;background:var(--soft);font-size:14px}.throws>li{padding:7px 8px;border-bottom:1px solid var(--rule);display:flex;flex-wrap:wrap;gap:4px 10px;align-items:center}.throws .w{flex:1 1 9em}.throws ul{flex-basis:100%;margin:0;padding-left:26px}.dice{display:inline-flex;flex-wrap:wrap;gap:4px}
.die{display:inline-grid;place-items:center;min-width:26px;height:30px;padding:0 2px;border:2px solid var(--ink);border-radius:4px;font-size:15px;background:var(--paper)}.die.ok{background:var(--ink);color:var(--paper)}.die.no{border-style:dashed}.die.re{opacity:.6;text-decoration:line-through;border-width:1px}
.scale{display:inline-flex;height:12px;border:1px solid var(--gl)}.scale i{width:7px;border-right:1px solid var(--gl)}.scale i:last-child{border:0}.scale i.g{background:var(--good)}.scale i.v{background:var(--ink)}
.eff{margin:0;padding:8px 0 8px 38px;font-size:14px}.eff.why{color:var(--quiet);padding-bottom:0}.note{font-size:14.5px;border-left:5px solid var(--b);padding:6px 0 6px 12px;margin:10px 0;list-style:none}.note.ref{border-left-style:double}.notes{padding:0}.fold{margin-bottom:10px}.fold summary{cursor:pointer;font-size:15px;padding:11px 0;min-height:44px}.shots{display:grid;grid-template-columns:repeat(auto-fill,minmax(220px,1fr));gap:8px}.shots img{width:100%;height:auto}
footer{margin-top:50px;margin-bottom:60px;font-size:13.5px;color:var(--quiet)}
@media (prefers-reduced-motion:no-preference){#m .u use{transition:transform .4s ease}}
@media (max-width:720px){body{font-size:16.5px}header,section,footer{padding:0 16px}h1{font-size:34px}.lead{font-size:19px}.kick{margin:22px 0 8px}.wide{display:none}.narrow{display:block}.two{grid-template-columns:minmax(0,1fr);gap:8px}.stay{position:static}.map{width:calc(100% + 32px);margin:0 -16px}.u text{font-size:56px}.u.free text{font-size:62px}.u.fine text{font-size:84px}.u.fine text.sm{font-size:64px}.coord text{font-size:44px}
.score li{grid-template-columns:1fr auto}.score .discs{grid-row:2}.score b{grid-row:2}.won{grid-row:1;grid-column:2}.discs i{width:14px;height:14px}.bar{flex-wrap:wrap}.slide{flex-basis:100%;order:9}button.main{flex:1}.turn h3 small{margin-left:0;flex-basis:100%}
.units,.units tbody{display:block}.units thead{position:absolute;clip-path:inset(50%);height:1px;overflow:hidden}.units tr{display:grid;grid-template-columns:auto repeat(3,auto) minmax(0,1fr);gap:2px 9px;padding:8px 0;border-bottom:1px solid var(--rule);align-items:center}.units td,.units th{border:0;padding:0}.units tbody th{grid-column:2/5}.units .fate{grid-column:5;text-align:right}.units td.n{text-align:left;font-size:13.5px;color:var(--quiet);grid-row:2}.units td.n::before{content:attr(data-l) " "}.units td.n1{grid-column:2}.units td.n2{grid-column:3}.units td.n3{grid-column:4}.units td.n4{grid-column:5}.units .lf{grid-row:3;grid-column:2/-1}.life{width:100%;height:auto;max-width:262px}
.luck{width:100%;font-size:13.5px}.luck .sd{display:none}.luck th,.luck td{padding-right:5px}table{font-size:14.5px;max-width:100%}}
@media print{@page{size:A4;margin:14mm}:root{color-scheme:light;--paper:#fff;--ink:#000;--soft:#f5f5f2}body{font-size:10pt;line-height:1.35}header,section,footer{max-width:none;padding:0}h1{font-size:26pt}h2{font-size:15pt;margin-top:1.2em}h2,h3,h4{break-after:avoid}.lead{font-size:12.5pt}.bar,.skip,.key,.act summary::before,.fold>summary{display:none!important}figure,.ch,.score li,.note,.units tr,.map{break-inside:avoid}.two{grid-template-columns:88mm 1fr;gap:6mm}.stay{position:static}.map{width:100%;margin:0}.act summary,.line{padding:2px 0;min-height:0;font-size:9.5pt}.turn{padding:8px 0 0;margin-top:8px}*{print-color-adjust:exact;-webkit-print-color-adjust:exact}}
)";
}

const char* page_script() {
  return R"((()=>{const q=i=>document.getElementById(i),d=JSON.parse(q('data').textContent),n=d.s.length,r=q('r'),p=q('run'),ways=q('m-ways'),end=ways.innerHTML,calm=matchMedia('(prefers-reduced-motion:reduce)').matches;let at=n,timer=0;
const now=d.p.map(e=>e.slice()),dis=d.d.slice();let done=0;
const css=([x,y,h])=>`translate(${x}px,${y}px) rotate(${h}deg)`;
const put=k=>{if(k<done){d.p.forEach((e,i)=>now[i]=e.slice());d.d.forEach((e,i)=>dis[i]=e);done=0}for(;done<k;done++){const s=d.s[done];for(const[i,x,y,h,o]of s.m||[])now[i]=[x,y,h,o];for(const[u,g]of s.d||[])dis[u]=g}
const mid=d.u.map(()=>[0,0,0]);now.forEach(([x,y,h,o],i)=>{const e=q('p'+i);e.setAttribute('transform',`translate(${x} ${y})rotate(${h})`);e.style.transform=css([x,y,h]);e.classList.toggle('out',!o);if(o){const t=mid[d.g[i]];t[0]+=x;t[1]+=y;t[2]++;t[3]=h}});
mid.forEach(([x,y,c,h],u)=>{const z=q('z'+u),t=q('t'+u);z.setAttribute('href','#dis'+(c?dis[u]:0));if(c){z.setAttribute('x',x/c);z.setAttribute('y',y/c+52)}if(!t)return;t.classList.toggle('out',!c);t.classList.toggle('sm',t.textContent.length>3||d.f&&t.textContent.length>2&&h%180==90);if(c){t.setAttribute('x',x/c);t.setAttribute('y',y/c+d.u[u])}});
d.q.forEach((s,i)=>q('c'+i).classList.toggle('taken',s>0&&k>=s))};
const walk=(s,from)=>{for(const[u,...way]of s.v||[]){const[a,b,g]=way[0];from.forEach(([x,y,h,o],i)=>{if(d.g[i]!=u||!o||!now[i][3])return;let l=h;q('p'+i).animate(way.map(([X,Y,G])=>{const w=(G-g)*Math.PI/180,c=Math.cos(w),e=Math.sin(w);let H=h+G-g;H-=360*Math.round((H-l)/360);l=H;return{transform:css([X+c*(x-a)-e*(y-b),Y+e*(x-a)+c*(y-b),H])}}),{duration:800,easing:'ease-in-out'})})}};
const show=k=>{const was=at;at=Math.max(0,Math.min(n,k));const from=now.map(e=>e.slice());put(at);const s=at?d.s[at-1]:{c:'Before the first command',t:'Everybody stands as set up.'};if(at==was+1&&!calm)walk(s,from);q('cc').textContent=s.c||d.c[s.k];q('ct').textContent=s.t;ways.innerHTML=at==n?end:s.w||'';r.value=at;r.setAttribute('aria-valuetext',q('cc').textContent+': '+s.t)};
const stop=()=>{clearInterval(timer);timer=0;p.textContent='Play';p.setAttribute('aria-pressed','false')};
p.onclick=()=>{if(timer)return stop();if(at>=n)show(0);p.textContent='Pause';p.setAttribute('aria-pressed','true');timer=setInterval(()=>at<n?show(at+1):stop(),1100)};
q('first').onclick=()=>{stop();show(0)};q('back').onclick=()=>{stop();show(at-1)};q('next').onclick=()=>{stop();show(at+1)};r.oninput=()=>{stop();show(+r.value)};
q('bar').hidden=false})()
)";
}

}  // namespace polemarch::assistant::report
