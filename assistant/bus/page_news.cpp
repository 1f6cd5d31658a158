/// What the spectators' page hears from the table.
#include "assistant/bus/page_parts.hpp"

namespace polemarch::assistant::page_parts {

std::string_view news_script() {
  return R"js(
let fields={},lists={},version=-1,heard=Date.now(),news=Date.now(),age=0,source=null,asked=0;
let stood=new Map(),told=-1,trail={moves:[],lost:[]};
// What the last command moved or took off, by where the units stood before it.
function follow(){const log=lists.log||[],seq=log.length?log[log.length-1].s:0,now=new Map((lists.units||[]).map(u=>[u[0],u]));
 if(told>=0&&seq>told){const moves=[],lost=[];for(const [id,u] of stood){const n=now.get(id);if(!n)lost.push(u);else if(Math.hypot(n[3]-u[3],n[4]-u[4])>25)moves.push([u,n])}
  if(moves.length||lost.length)trail={moves,lost}}
 if(seq<told)trail={moves:[],lost:[]};
 if(seq!=told){stood=now;told=seq}}
function draw(){const box=$('table');box.replaceChildren(...drawTable(fields,lists,trail,box.clientWidth,innerHeight))}
function show(){follow();writeWords(fields,lists);draw();trim()}
// A connection may be forgotten on the way without a word: a beat comes every two seconds, so silence says it.
function late(){if(Date.now()-Math.max(heard,asked)>8000)listen();
 const s=Math.max(Math.round((Date.now()-heard)/1000),fields.still?0:age);
 $('late').textContent=s>=6?(version<0?'nobody answers; trying again':'picture from '+Math.floor(s/60)+':'+String(s%60).padStart(2,'0')+' ago'):'';
 document.body.classList.toggle('calm',Date.now()-news>12000)}
function change(c,old){for(const k in c.f||{}){if(c.f[k]===null)delete fields[k];else fields[k]=c.f[k]}
 for(const k in c.l||{}){const was=old[k]||[],now=[],l=c.l[k];for(let i=0;i<l.length;i++){if(typeof l[i]=='number'){now.push(...was.slice(l[i],l[i]+l[i+1]));i++}else now.push(l[i])}lists[k]=now}}
function listen(){asked=Date.now();if(source)source.close();source=new EventSource('news'+location.search);
 const on=(kind,act)=>source.addEventListener(kind,e=>{heard=Date.now();act(e);late()});
 on('whole',e=>{fields={};lists={};change(JSON.parse(e.data),{});version=+e.lastEventId;age=0;news=heard;show()});
 on('change',e=>{if(+e.lastEventId!=version+1){version=-1;listen();return}const c=JSON.parse(e.data);change(c,lists);version=+e.lastEventId;age=0;if(c.l&&c.l.log||c.f&&c.f.card)news=heard;show()});
 on('beat',e=>{age=+e.data});
 source.onerror=()=>{if(source.readyState==2)setTimeout(listen,1000)}}
if(/[?&]overlay\b/.test(location.search))document.body.className='overlay';
addEventListener('resize',()=>{if(version>=0)draw()});setInterval(late,1000);listen();
)js";
}

}  // namespace polemarch::assistant::page_parts
