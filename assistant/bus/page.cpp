#include "assistant/bus/page.hpp"

#include <sodium.h>

#include <array>
#include <string>

namespace polemarch::assistant {
namespace {

constexpr std::string_view kStyle = R"css(
:root{color-scheme:light dark;--paper:#fbfaf5;--ink:#1b1a17;--quiet:#5b574c;--a:#0072b2;--at:#00598c;--b:#8a4b00;--bb:#ffe3a6;--loss:#b4371a;
--felt:#efeadb;--line:#cfc8b4;--zone:#8e3f6b;--range:#2b7fb0;--go:#00704f;--gold:#8a6d00;--earth:#8a7a55}
@media(prefers-color-scheme:dark){:root{--paper:#15171a;--ink:#eceae3;--quiet:#a9a698;--a:#2f8fcb;--at:#7fc4f0;--b:#f0b94d;--bb:#4a3205;
--loss:#ff8a66;--felt:#23262a;--line:#454a50;--zone:#e0a3c4;--range:#7fc4f0;--go:#4fc79f;--gold:#f0e442;--earth:#b7a67c}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:max(14px,1.05vw)/1.4 system-ui,"DejaVu Sans",Verdana,sans-serif;overflow-wrap:anywhere}
header,footer{display:flex;flex-wrap:wrap;gap:.2em 1.6em;align-items:baseline;padding:.5em 1em}
header{justify-content:space-between}#score{display:flex;flex-wrap:wrap;gap:.2em 2.4em;min-width:0}#score span{white-space:normal}
#score small span{font-weight:400;margin-right:1.2em;display:inline-block}details{flex-basis:100%}summary{cursor:pointer}h1{font:600 1.4em/1.2 Georgia,"DejaVu Serif",serif;margin:0}
h2{font-size:.9em;margin:0;color:var(--quiet)}
main{display:grid;grid-template-columns:minmax(0,7fr) minmax(0,3fr);gap:0 1.2em;padding:0 1em}
#table svg{display:block;width:100%;height:auto;max-height:84vh;background:var(--felt)}
section{border-top:1px solid var(--line);padding:.5em 0}section:first-child{border:0;padding-top:0}
#now{font-weight:700;font-size:1.3em;line-height:1.25;margin:.1em 0}#late{color:var(--loss);font-weight:700}
p{margin:.15em 0}ul{margin:.2em 0;padding:0;list-style:none}li{margin:.15em 0}
#title{font-weight:700;font-size:1.15em;margin:.1em 0}#rows li{display:flex;gap:.6em;justify-content:space-between;border-top:1px solid var(--line);padding:.2em 0}
#rows b{white-space:nowrap}small{color:var(--quiet);font-size:.88em}#log{color:var(--quiet)}#log li{padding-left:1em;text-indent:-1em}
.A,.B{white-space:nowrap}.A:before,.B:before{content:"";display:inline-block;width:.6em;height:.6em;margin-right:.4em;border:2px solid var(--at);background:var(--a)}
.B:before{border-color:var(--b);background:var(--bb)}.side{font-weight:700}
.disc{display:inline-block;width:.75em;height:.75em;border-radius:50%;border:2px solid currentColor;margin-left:.15em;background:currentColor}
.gone{background:none;border-style:dotted}
.throw{display:flex;flex-wrap:wrap;gap:.3em;align-items:center}.throw span{margin-right:auto;white-space:normal}
.card,.die{display:inline-block;min-width:1.7em;padding:.1em .3em;text-align:center;font-style:normal;font-weight:700;border:2px solid var(--ink);border-radius:.2em}
.die{border-radius:.5em}b.card,b.die{border-style:dashed}i.card,i.die{background:var(--ink);color:var(--paper)}
i.miss{background:none;color:var(--ink)}i.miss:after{content:" ✕"}i.again{opacity:.6;text-decoration:line-through}
#throws ul li{display:flex;gap:.6em;justify-content:space-between;padding-left:1em}
svg text{fill:var(--ink);text-anchor:middle;dominant-baseline:central;font-family:inherit;paint-order:stroke;stroke:var(--felt);stroke-width:.2em;stroke-linejoin:round}
svg text.onA{fill:#fff;stroke:var(--a)}svg text.onB{stroke:var(--bb)}
.s{stroke:var(--c);fill:none}.f{fill:var(--c);fill-opacity:.22}.base{fill-opacity:1}.base.tB{fill:var(--bb)}
.tink,.ttext,.tghost{--c:var(--ink)}.tfaint{--c:var(--line)}.tonA{--c:#f4f2ec}.tonB{--c:#120c06}.tA{--c:var(--at)}.base.tA{fill:var(--a)}.tB{--c:var(--b)}.tzone,.tweak{--c:var(--zone)}
.trange,.twater{--c:var(--range)}.tarc,.twarn{--c:var(--b)}.tmove,.tclear{--c:var(--go)}.tcharge,.tselected{--c:var(--gold)}
.ttarget,.tblocked{--c:var(--loss)}.tghost{--c:var(--quiet)}.tterrain{--c:var(--earth)}
@media(max-width:720px){main{display:block;padding:0}section,header,footer{padding-left:.8em;padding-right:.8em}#table{border:0;padding:0}}
)css";

constexpr std::string_view kBody = R"html(
<header><h1 id="name">Polemarch</h1><div id="score"></div></header>
<main><section id="table" aria-label="the table"></section><div>
<section><h2>Now</h2><p id="now" aria-live="polite">waiting for the table</p><p id="who"></p><p id="late" role="status"></p></section>
<section><h2>Last result</h2><p id="title"></p><ul id="throws"></ul><ul id="rows"></ul><ul id="follows"></ul></section>
<section><h2>Before that</h2><ul id="log"></ul></section></div></main>
<footer><span id="turn"></span><span id="camera"></span><details><summary>How it stands</summary><ul id="status"></ul></details></footer>
)html";

constexpr std::string_view kScript = R"js(
'use strict';
const $=id=>document.getElementById(id),NS='http://www.w3.org/2000/svg';
let fields={},lists={},version=-1,heard=Date.now(),age=0,source=null;
const make=(tag,text,kind)=>{const e=document.createElement(tag);if(text!=null)e.textContent=text;if(kind)e.className=kind;return e};
const svg=(tag,attributes,text)=>{const e=document.createElementNS(NS,tag);for(const k in attributes)e.setAttribute(k,attributes[k]);if(text!=null)e.textContent=text;return e};
const fill=(id,nodes)=>$(id).replaceChildren(...nodes);
const HATCH={3:45,4:-45,5:45};
function hatch(defs,tone,pattern){const id='h'+tone+'-'+pattern;if(defs.has(id))return id;
 const p=svg('pattern',{id,width:16,height:16,patternUnits:'userSpaceOnUse',patternTransform:'rotate('+HATCH[pattern]+')'});
 p.append(svg('path',{d:pattern==5?'M0 0H16M0 0V16':'M0 0V16',class:'s t'+tone,'stroke-width':3}));defs.set(id,p);return id}
function arc(x,y,r,from,to,sector){const at=a=>[(x+r*Math.cos(a)).toFixed(1),(y-r*Math.sin(a)).toFixed(1)].join(' '),k=Math.PI/180;
 while(to<from)to+=360;if(to-from>359.9)to=from+359.9;return (sector?'M'+x+' '+y+'L':'M')+at(from*k)+'A'+r+' '+r+' 0 '+(to-from>180?1:0)+' 0 '+at(to*k)+(sector?'Z':'')}
const room=i=>{const x=i[0]=='p'?i[5].filter((v,k)=>k%2==0):[0];return Math.max(...x)-Math.min(...x)};
function draw(){const size=fields.table||[1,1],w=size[0],d=size[1],box=$('table'),picture=svg('svg',{viewBox:[-25,-25,w+50,d+50].join(' '),role:'img','aria-label':fields.words||'the table'});
 const scale=Math.max(.05,Math.min(box.clientWidth/(w+50),innerHeight*.84/(d+50))),defs=new Map(),shapes=[],labels=[];
 const bases=(lists.scene||[]).filter(i=>i[0]!='t'&&i[1].length==1&&/^base/.test(i[i.length-1])).map(i=>{const p=i[0]=='p'?i[5]:[i[5],i[6]];let x=0,y=0;
  for(let k=0;k<p.length;k+=2){x+=p[k]*2/p.length;y+=p[k+1]*2/p.length}return[x,d-y,i[1]]});
 const under=(x,y,size)=>{let best='',near=size*size;for(const b of bases){const r=(b[0]-x)**2+(b[1]-y)**2;if(r<near){near=r;best='on'+b[2]}}return best};
 const label=(x,y,text,size,angle,bold)=>{const e=svg('text',{x,y,'font-size':size,'font-weight':bold?700:400,class:bold?under(x,y,size):''},text);if(angle)e.setAttribute('transform','rotate('+-angle+' '+x+' '+y+')');labels.push(e)};
 for(const i of lists.scene||[]){const kind=i[0],tone=i[1];
  if(kind=='t'){const small=i[7]=='box_name'||i[7]=='ruler',px=i[4]*scale;if(small&&px<6)continue;const least=small?10:12;label(i[2],d-i[3],i[6],px<least?least/scale:i[4],i[5],i[7]=='name');continue}
  const pattern=i[2],base=/^base/.test(i[i.length-1]),a={class:'s t'+tone+(base?' base':''),'stroke-width':Math.max(i[3],1/scale).toFixed(1)},filled=i[4]&2;
  if(pattern==1)a['stroke-dasharray']='14 8';if(pattern==2)a['stroke-dasharray']='3 7';
  if(filled)a.class+=' f';if(pattern>2&&(i[4]&3)){const id=hatch(defs,tone,pattern);a.style='fill:url(#'+id+');fill-opacity:1'}
  let e,x,y;
  if(kind=='p'){const p=i[5];let t='';x=y=0;for(let k=0;k<p.length;k+=2){t+=(k?'L':'M')+p[k]+' '+(d-p[k+1]);x+=p[k]*2/p.length;y+=(d-p[k+1])*2/p.length}e=svg('path',{d:t+(i[4]&1?'Z':''),...a})}
  else if(kind=='c'){x=i[5];y=d-i[6];e=svg('circle',{cx:x,cy:y,r:i[7],...a})}
  else{x=i[5];y=d-i[6];e=svg('path',{d:arc(x,y,i[7],i[8],i[9],i[4]&1),...a})}
  const text=i[i.length-2];if(text){e.append(svg('title',{},text));
   const ground=i[i.length-1]=='terrain',px=Math.max(16,11/scale);if(scale*16>=9||(ground&&room(i)>.6*px*text.length))label(x,y,text,ground?px:16,0)}
  shapes.push(e)}
 const d0=svg('defs',{});d0.append(...defs.values());picture.append(d0,...shapes,...labels);box.replaceChildren(picture)}
const side=s=>s=='A'?0:1;
function score(c,first){const e=make('span',null,first?c.side+' side':'');if(first)e.append((fields.sides?fields.sides[side(c.side)]:c.side)+': ');e.append((c.name?c.name+' ':''));const most=c.most;
 if(most!=null&&most<=12){for(let i=0;i<most;i++)e.append(make('i',null,'disc'+(i<c.value?'':' gone')))}
 e.append(' '+c.value+(most!=null&&most!=c.value?' of '+most:''));e.append(' ');return e}
function write(){const f=fields,who=s=>f.sides?f.sides[side(s)]:s;
 document.title=(f.title||'Polemarch')+': spectators';$('name').textContent=f.title||'Polemarch';
 $('now').textContent=f.ended||f.now||f.call||'';
 fill('who',f.play?[make('span',who(f.play),f.play+' side')]:[]);if(f.asked&&!$('now').textContent.includes(f.asked.slice(f.asked.indexOf(': ')+2)))$('who').append((f.play?' ':'')+f.asked);
 fill('score',['A','B'].map(s=>{const own=(f.counters||[]).filter(c=>c.side==s),e=make('div');if(own.length)e.append(score(own[0],true));
  if(own.length>1){const rest=make('small');rest.append(...own.slice(1).map(c=>score(c,false)));e.append(make('br'),rest)}return e}));
 const c=f.card||{title:f.result||''};fill('title',[make('span',c.title,c.whose||'')]);$('title').firstChild.style='white-space:normal';
 const row=r=>{const e=make('li'),t=make('span',r[0]);if(r[2])t.append(' ',make('small',r[2]));e.append(t);if(r[1])e.append(make('b',r[1]));return e};
 fill('rows',(c.rows||[]).map(row));
 fill('throws',(c.throws||[]).map((t,i,all)=>{const e=make('li'),head=make('div',null,'throw');head.append(make('span',t.text,t.whose||''));
  if(t.need)head.append(make('b',t.need,t.cards?'card':'die'));
  for(const v of t.values)head.append(make('i',v[0],(t.cards?'card':'die')+(v[1]==0?' miss':v[1]==2?' again':'')));e.append(head);
  const after=[t.outcome,t.aside].filter(Boolean).join(', ');if(after)e.append(make('small',after));
  if(i==all.length-1&&t.rows.length){const l=make('ul');l.append(...t.rows.map(row));e.append(l)}return e}));
 fill('follows',(c.follows||[]).map(t=>make('li','• '+t)));
 fill('log',(lists.log||[]).slice(-12).reverse().map(l=>make('li',l.t)));
 $('turn').textContent=[f.moment,f.phase].filter(Boolean).join(', ');fill('status',(f.status||[]).map(t=>make('li',t)));
 $('camera').textContent=f.camera||'';draw()}
function late(){const s=Math.max(Math.round((Date.now()-heard)/1000),age);$('late').textContent=s>=6?(version<0?'nobody answers; trying again':'picture from '+Math.floor(s/60)+':'+String(s%60).padStart(2,'0')+' ago'):''}
function change(c,old){for(const k in c.f||{}){if(c.f[k]===null)delete fields[k];else fields[k]=c.f[k]}
 for(const k in c.l||{}){const was=old[k]||[],now=[],l=c.l[k];for(let i=0;i<l.length;i++){if(typeof l[i]=='number'){now.push(...was.slice(l[i],l[i]+l[i+1]));i++}else now.push(l[i])}lists[k]=now}}
function listen(){if(source)source.close();source=new EventSource('news'+location.search);
 const on=(kind,act)=>source.addEventListener(kind,e=>{heard=Date.now();act(e);late()});
 on('whole',e=>{fields={};lists={};change(JSON.parse(e.data),{});version=+e.lastEventId;age=0;write()});
 on('change',e=>{if(+e.lastEventId!=version+1){version=-1;listen();return}change(JSON.parse(e.data),lists);version=+e.lastEventId;age=0;write()});
 on('beat',e=>{age=+e.data});
 source.onerror=()=>{if(source.readyState==2)setTimeout(listen,1000)}}
addEventListener('resize',()=>{if(version>=0)draw()});setInterval(late,1000);listen();
)js";

std::string sha256_of(std::string_view text) {
  std::array<unsigned char, crypto_hash_sha256_BYTES> hash{};
  crypto_hash_sha256(hash.data(), reinterpret_cast<const unsigned char*>(text.data()), text.size());
  std::array<char, sodium_base64_ENCODED_LEN(crypto_hash_sha256_BYTES, sodium_base64_VARIANT_ORIGINAL)> base64{};
  sodium_bin2base64(base64.data(), base64.size(), hash.data(), hash.size(), sodium_base64_VARIANT_ORIGINAL);
  return base64.data();
}

}  // namespace

std::string_view page_text() {
  static const std::string text = R"(<!DOCTYPE html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1"><link rel="icon" href="data:,"><title>Polemarch: spectators</title><style>)" +
                                  std::string(kStyle) + "</style></head><body>" + std::string(kBody) + "<script>" + std::string(kScript) +
                                  "</script></body></html>\n";
  return text;
}

std::string_view page_headers() {
  static const std::string lines =
      "Content-Security-Policy: default-src 'none'; connect-src 'self'; img-src data:; style-src "
      "'unsafe-inline'; script-src 'sha256-" +
      sha256_of(kScript) + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'\r\nReferrer-Policy: no-referrer\r\n";
  return lines;
}

}  // namespace polemarch::assistant
