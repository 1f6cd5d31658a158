/// The words of the spectators' page.
#include "assistant/bus/page_parts.hpp"

namespace polemarch::assistant::page_parts {

std::string_view words_script() {
  return R"js(
const $=id=>document.getElementById(id);
const make=(tag,text,kind)=>{const e=document.createElement(tag);if(text!=null)e.textContent=text;if(kind)e.className=kind;return e};
const fill=(id,nodes)=>$(id).replaceChildren(...nodes);
const side=s=>s=='A'?0:1;
function score(f,c,first){const e=make('span',null,(first?c.side+' side ':'')+'of'+c.side);if(first)e.append((f.sides?f.sides[side(c.side)]:c.side)+': ');e.append((c.name?c.name+' ':''));const most=c.most;
 if(most!=null&&most<=12){for(let i=0;i<most;i++)e.append(make('i',null,'disc'+(i<c.value?'':' gone')))}
 e.append(' '+c.value+(most!=null&&most!=c.value?' of '+most:''));e.append(' ');return e}
// Of one card or die: a cell a face, those that are good enough tinted, a bar at what fell. Of several the values alone are told.
function cells(t){const need=/^(\d+)\+$/.exec(t.need||''),less=/^(\d+) or less$/.exec(t.need||''),most=t.cards?10:t.faces;
 if(!(need||less)||!most||t.values.length!=1)return null;
 const good=v=>need?v>=+need[1]:v<=+less[1];if(t.values.some(v=>v[0]>most||(v[1]!=2&&good(v[0])!=(v[1]==1))))return null;
 const e=make('span',null,'cells');for(let i=1;i<=most;i++)e.append(make('u',null,good(i)?'good':''));
 for(const v of t.values){const bar=make('s');bar.style.left=(v[0]-.5)*100/most+'%';e.append(bar)}return e}
function track(f){const e=$('track'),turn=/(\d+)$/.exec(f.moment||''),now=turn?+turn[1]:0,all=Math.max(now,f.turns||0);
 e.replaceChildren();e.hidden=!now;if(!now)return;const from=Math.max(1,Math.min(now-17,all-23)),to=Math.min(all,from+23);
 if(from>1)e.append(make('span','…'));
 for(let i=from;i<=to;i++)e.append(make('i',null,i<now?'done':i==now?'now'+(f.play=='B'?' half':''):''));
 if(to<all)e.append(make('span','…'));
 e.setAttribute('aria-label','turn '+now+(f.turns?' of '+f.turns:''))}
const clock=m=>Math.floor(m/60)+':'+String(m%60).padStart(2,'0');
function writeWords(f,lists){const who=s=>f.sides?f.sides[side(s)]:s;
 document.title=(f.title||'Polemarch')+': spectators';$('name').textContent=f.title||'Polemarch';
 $('now').textContent=f.ended||f.now||f.call||'';
 fill('who',f.play?[make('span',who(f.play),f.play+' side')]:[]);if(f.asked&&!$('now').textContent.includes(f.asked.slice(f.asked.indexOf(': ')+2)))$('who').append((f.play?' ':'')+f.asked);
 fill('score',['A','B'].map(s=>{const own=(f.counters||[]).filter(c=>c.side==s),e=make('div');if(own.length)e.append(score(f,own[0],true));
  if(own.length>1){const rest=make('small');rest.append(...own.slice(1).map(c=>score(f,c,false)));e.append(make('br'),rest)}return e}));
 const c=f.card||{title:f.result||''};fill('title',[make('span',c.title,c.whose||'')]);$('title').firstChild.style='white-space:normal';
 const row=r=>{const e=make('li'),t=make('span',r[0]);if(r[2])t.append(' ',make('small',r[2]));e.append(t);if(r[1])e.append(make('b',r[1]));return e};
 fill('rows',(c.rows||[]).map(row));
 fill('throws',(c.throws||[]).map((t,i,all)=>{const e=make('li'),head=make('div',null,'throw');head.append(make('span',t.text,t.whose||''));
  if(t.need)head.append(make('b',t.need,t.cards?'card':'die'));const bar=cells(t);if(bar)head.append(bar);
  for(const v of t.values)head.append(make('i',v[0],(t.cards?'card':'die')+(v[1]==0?' miss':v[1]==2?' again':'')));e.append(head);
  const after=[t.outcome,t.aside].filter(Boolean).join(', ');if(after)e.append(make('small',after));
  if(i==all.length-1&&t.rows.length){const l=make('ul');l.append(...t.rows.map(row));e.append(l)}return e}));
 fill('follows',(c.follows||[]).map(t=>make('li','• '+t)));
 const told=l=>l.t.startsWith(l.s+' ')?l.t.slice(String(l.s).length).trim():l.t,said=[c.title,...(c.follows||[])],log=(lists.log||[]).slice(-15).reverse();
 while(log.length&&said.includes(told(log[0])))log.shift();
 $('last').hidden=!c.title;$('before').hidden=!log.length;
 fill('log',log.slice(0,12).map(l=>make('li',told(l),l.w||'')));
 $('turn').textContent=[f.moment,f.phase].filter(Boolean).join(', ');fill('status',(f.status||[]).map(t=>make('li',t)));track(f);
 $('clock').textContent=f.used&&f.used[0]+f.used[1]?f.used.map((m,i)=>(f.sides?f.sides[i]:'AB'[i])+' '+clock(m)).join(', '):'';
 $('camera').textContent=f.camera||''}
// What was before is cut at whole lines where it makes the page longer than the screen: beside a tall table it is no longer than that.
function trim(){const log=$('log'),bottom=e=>e?e.getBoundingClientRect().bottom:0,table=bottom(document.querySelector('#table svg'));
 if(innerWidth>720)while(log.children.length>1&&document.documentElement.scrollHeight>innerHeight&&bottom(log.lastChild)>table)log.lastChild.remove()}
)js";
}

}  // namespace polemarch::assistant::page_parts
