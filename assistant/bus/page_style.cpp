/// How the spectators' page looks: light and dark, at a desk, on a phone, and as an overlay over a stream.
#include "assistant/bus/page_parts.hpp"

namespace polemarch::assistant::page_parts {

std::string_view style() {
  return R"css(
:root{color-scheme:light dark;--paper:#fbfaf5;--ink:#1b1a17;--quiet:#5b574c;--a:#0072b2;--at:#00598c;--b:#8a4b00;--bb:#ffe3a6;--disc:#e69f00;
--loss:#b4371a;--felt:#efeadb;--line:#cfc8b4;--zone:#8e3f6b;--range:#2b7fb0;--go:#00704f;--gold:#8a6d00;--earth:#8a7a55;--good:#bfd9c9;
--wood:#dbe2c8;--marsh:#d6e2e6;--hill:#e6dcc0;--field:#ece6b8;--rough:#e2dad0;--sign:#78715a}
@media(prefers-color-scheme:dark){:root{--paper:#15171a;--ink:#eceae3;--quiet:#a9a698;--a:#0a66a0;--at:#7fc4f0;--b:#f0b94d;--bb:#4a3205;
--loss:#ff8a66;--felt:#23262a;--line:#454a50;--zone:#e0a3c4;--range:#7fc4f0;--go:#4fc79f;--gold:#f0e442;--earth:#b7a67c;--good:#2c5142;
--wood:#2a3328;--marsh:#26343a;--hill:#37321f;--field:#3a3820;--rough:#33302c;--sign:#8d8a78}}
*{box-sizing:border-box}html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:max(14px,1.05vw)/1.4 system-ui,"DejaVu Sans",Verdana,sans-serif;overflow-wrap:anywhere}
header,footer{display:flex;flex-wrap:wrap;gap:.2em 1.6em;align-items:baseline;padding:.5em 1em}
header{justify-content:space-between}#score{display:flex;flex-wrap:wrap;gap:.2em 2.4em;min-width:0}#score span{white-space:normal}
#score small span{font-weight:400;margin-right:1.2em;display:inline-block}details{flex-basis:100%}summary{cursor:pointer}h1{font:600 1.4em/1.2 Georgia,"DejaVu Serif",serif;margin:0}
h2{font-size:.9em;margin:0;color:var(--quiet)}
main{display:grid;grid-template-columns:minmax(0,7fr) minmax(0,3fr);gap:0 1.2em;padding:0 1em}
#table svg{display:block;max-width:100%;margin:0 auto}
section{border-top:1px solid var(--line);padding:.5em 0}section:first-child{border:0;padding-top:0}
#now{font-weight:700;font-size:1.3em;line-height:1.25;margin:.1em 0}#late{color:var(--loss);font-weight:700}
p{margin:.15em 0}ul{margin:.2em 0;padding:0;list-style:none}li{margin:.15em 0}
#title{font-weight:700;font-size:1.15em;margin:.1em 0}#rows li{display:flex;gap:.6em;justify-content:space-between;border-top:1px solid var(--line);padding:.2em 0}
#rows b{white-space:nowrap}small{color:var(--quiet);font-size:.88em}#log{color:var(--quiet)}#log li{padding-left:1.2em;text-indent:-1.2em}
#log li.A,#log li.B{white-space:normal}
.A,.B{white-space:nowrap}.A:before,.B:before{content:"";display:inline-block;width:.6em;height:.6em;margin-right:.4em;border:2px solid var(--at);background:var(--a)}
.B:before{border-color:var(--b);background:var(--bb)}.side{font-weight:700}
.disc{display:inline-block;width:.75em;height:.75em;border-radius:50%;border:2px solid var(--at);margin-left:.15em;background:var(--a)}
.ofB .disc{border-color:var(--b);background:var(--disc)}#score .gone{background:none;border-style:dotted}
.throw{display:flex;flex-wrap:wrap;gap:.3em;align-items:center}.throw span{margin-right:auto;white-space:normal}
.card,.die{display:inline-block;min-width:1.7em;padding:.1em .3em;text-align:center;font-style:normal;font-weight:700;border:2px solid var(--ink);border-radius:.2em}
.die{border-radius:.5em}b.card,b.die{border-style:dashed}i.card,i.die{background:var(--ink);color:var(--paper)}
i.miss{background:none;color:var(--ink)}i.miss:after{content:" ✕"}i.again{opacity:.6;text-decoration:line-through}
.cells{position:relative;display:inline-flex;width:5.4em;height:.8em;border:1px solid var(--sign)}.cells u{flex:1;border-right:1px solid var(--sign)}
.cells u:last-of-type{border:0}.cells u.good{background:var(--good)}.cells s{position:absolute;top:-.25em;bottom:-.25em;width:.4em;margin-left:-.2em;background:var(--ink);border-radius:2px}
#throws ul li{display:flex;gap:.6em;justify-content:space-between;padding-left:1em}
#track{display:inline-flex;gap:3px;flex:1 1 12em;max-width:46em;align-self:center}#track i{flex:1;max-width:3.4em;height:.8em;border:1.5px solid var(--quiet);border-radius:2px}
#track .done{background:var(--quiet)}#track .half{background:linear-gradient(90deg,var(--quiet) 50%,transparent 0)}#track .now{border-color:var(--ink)}
#ground{display:flex;flex-wrap:wrap;gap:.1em 1em;color:var(--quiet);font-size:.9em}#ground span{display:inline-flex;gap:.4em;align-items:center}
svg text{fill:var(--ink);text-anchor:middle;dominant-baseline:central;font-family:inherit;paint-order:stroke;stroke:var(--felt);stroke-width:.2em;stroke-linejoin:round}
svg .edge{fill:var(--quiet);stroke:none}svg .kind{stroke-width:.35em}.plate text{stroke:none}.plate.A,.plate.A text{color:#fff;fill:#fff}.plate.B,.plate.B text{color:var(--ink);fill:var(--ink)}
.plate.A path.back{fill:var(--a);stroke:var(--at)}.plate.B path.back{fill:var(--bb);stroke:var(--b)}.plate.dim{opacity:.65}
.felt{fill:var(--felt)}.went{fill:none;stroke-width:3;stroke:var(--at)}.went.sB,.tip.sB{stroke:var(--b)}.tip{fill:var(--at);stroke:none}.tip.sB{fill:var(--b)}
.cross{stroke:var(--loss);stroke-width:4;fill:none}.lost text{fill:var(--loss)}
.wood{fill:var(--wood)}.marsh,.water{fill:var(--marsh)}.hill{fill:var(--hill)}.field{fill:var(--field)}.rough,.other{fill:var(--rough)}
.sign{stroke:var(--sign);stroke-width:1.5;fill:none}.wood+.sign,.leaf{fill:var(--sign);stroke:none}
.s{stroke:var(--c);fill:none}.f{fill:var(--c);fill-opacity:.22}.base{fill-opacity:1}.base.tB{fill:var(--bb)}
.tink,.ttext,.tghost{--c:var(--ink)}.tfaint{--c:var(--line)}.tonA{--c:#f4f2ec}.tonB{--c:var(--b)}.tA{--c:var(--at)}.base.tA{fill:var(--a)}.tB{--c:var(--b)}.tzone,.tweak{--c:var(--zone)}
.trange,.twater{--c:var(--range)}.tarc,.twarn{--c:var(--b)}.tmove,.tclear{--c:var(--go)}.tcharge,.tselected{--c:var(--gold)}
.ttarget,.tblocked{--c:var(--loss)}.tghost{--c:var(--quiet)}.tterrain{--c:var(--earth)}
@media(max-width:720px){main{display:block;padding:0}section,header,footer{padding-left:.8em;padding-right:.8em}#table{border:0;padding:0}#ground{padding:0 .8em}
#track{flex-basis:100%}}
body.overlay{background:transparent;--paper:#101214;--ink:#fff;--quiet:#d8d8d0;--line:#ffffff44;--good:#3f7a5c;--loss:#ffb199;--sign:#8a8a80;--at:#7fc4f0;--a:#3d9fdb;--b:#f0b94d;--bb:#4a3205}
.overlay #table,.overlay #before,.overlay footer,.overlay .now h2{display:none}.overlay header{position:fixed;top:3vh;left:3vw;right:3vw;background:#101214e6;border-radius:.4em}
.overlay main{display:block;position:fixed;right:3vw;bottom:3vh;width:max(27vw,18em);padding:.8em 1.1em;background:#101214e6;border-radius:.5em}.overlay.calm #last{display:none}
)css";
}

}  // namespace polemarch::assistant::page_parts
