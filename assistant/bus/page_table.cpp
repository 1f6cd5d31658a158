/// The table on the spectators' page: ground by its kind, shapes, bases, plates with the state of units, names, letters and numbers
/// outside.
#include "assistant/bus/page_parts.hpp"

namespace polemarch::assistant::page_parts {

std::string_view table_script() {
  return R"js(
const NS='http://www.w3.org/2000/svg';
const svg=(tag,attributes,text)=>{const e=document.createElementNS(NS,tag);for(const k in attributes)e.setAttribute(k,attributes[k]);if(text!=null)e.textContent=text;return e};
const ruler=document.createElement('canvas').getContext('2d');
const broad=(text,px,bold)=>{ruler.font=(bold?'700 ':'400 ')+px+'px '+getComputedStyle(document.body).fontFamily;return ruler.measureText(text).width};
// Ground: the first word that its name holds, the fill, and one tile of its signs.
const GROUND=[[/wood|forest|orchard|olive|grove/,'wood',24,24,'M3 10L8 2L13 10ZM14 21L18.5 13L23 21Z'],[/vineyard|field|farm|plough/,'field',12,12,'M0 3H12M0 9H12'],
 [/broken|rough|rock|scrub/,'rough',22,22,'M3 3L8 8M8 3L3 8M14 14L19 19M19 14L14 19'],[/hill|ridge|slope|height/,'hill',30,20,'M3 15Q15 -3 27 15'],
 [/marsh|swamp|bog/,'marsh',26,18,'M2 5H14M13 14H24'],[/water|river|stream|lake|sea|ford/,'water',24,14,'M0 7Q6 1 12 7T24 7'],
 [/road|track/,'other',12,12,'M6 1V5'],[/building|town|village|house|wall|camp|fort/,'other',16,16,'M0 0H16M0 8H16M4 0V8M12 8V16']];
const groundOf=name=>GROUND.find(g=>g[0].test(name))||[null,'other',14,14,'M4 7H8'];
function tile(defs,g){const id='g-'+g[1]+g[2];if(defs.has(id))return id;
 const p=svg('pattern',{id,width:g[2],height:g[3],patternUnits:'userSpaceOnUse',patternTransform:g[1]=='field'?'rotate(35)':''});
 p.append(svg('rect',{width:g[2],height:g[3],class:g[1]}),svg('path',{d:g[4],class:g[1]=='wood'?'leaf':'sign'}));defs.set(id,p);return id}
function hatch(defs,tone,pattern){const id='h'+tone+'-'+pattern;if(defs.has(id))return id;
 const p=svg('pattern',{id,width:10,height:10,patternUnits:'userSpaceOnUse',patternTransform:'rotate('+(pattern==4?-45:45)+')'});
 p.append(svg('path',{d:pattern==5?'M0 0H10M0 0V10':'M0 0V10',class:'s t'+tone,'stroke-width':2}));defs.set(id,p);return id}
function arc(x,y,r,from,to,sector){const at=a=>[(x+r*Math.cos(a)).toFixed(1),(y-r*Math.sin(a)).toFixed(1)].join(' '),k=Math.PI/180;
 while(to<from)to+=360;if(to-from>359.9)to=from+359.9;return (sector?'M'+x+' '+y+'L':'M')+at(from*k)+'A'+r+' '+r+' 0 '+(to-from>180?1:0)+' 0 '+at(to*k)+(sector?'Z':'')}
const cover=(a,b)=>Math.max(0,Math.min(a[0]+a[2],b[0]+b[2])-Math.max(a[0],b[0]))*Math.max(0,Math.min(a[1]+a[3],b[1]+b[3])-Math.max(a[1],b[1]));
function glyph(n,x,y,size){const e=svg('g',{transform:'translate('+x+' '+y+') scale('+size/24+')','data-glyph':n});
 for(const piece of (GLYPHS[n]||'').split(';')){const m=piece.indexOf('M'),wide=piece.slice(0,m);
  e.append(svg('path',wide?{d:piece.slice(m),fill:'none',stroke:'currentColor','stroke-width':wide}:{d:piece,fill:'currentColor','fill-rule':'evenodd'}))}
 return e}
// The first word of a name that no other unit of its side bears, that is more than a little one and does not say whose it is.
function shortName(unit,units){for(const word of unit[1].split(/\s+/))if(word.length>2&&!/^(the|and|with|from|for|his|her)$|'s?$/i.test(word)&&!units.some(u=>u!==unit&&u[2]==unit[2]&&u[1].split(/\s+/).includes(word)))return word;return ''}
// A name of several words in two lines, as even as may be; empty where it has one word.
function inTwo(name){const all=[...name.matchAll(/\s+/g)].map(m=>m.index);if(!all.length)return '';
 const at=all.reduce((p,k)=>Math.abs(2*k-name.length)<Math.abs(2*p-name.length)?k:p);return name.slice(0,at)+'\n'+name.slice(at).trim()}
function drawTable(f,lists,trail,wide,high){const [w,d]=f.table||[1,1],scene=lists.scene||[],units=lists.units||[],grid=f.grid,phone=wide<560;
 const left=f.grid||f.ruler?22:6,low=f.grid||f.ruler?20:6,top=6,scale=Math.max(.02,Math.min((wide-left-8)/w,(Math.max(300,high*.82)-top-low)/d));
 const W=left+8+w*scale,H=top+low+d*scale,X=x=>left+x*scale,Y=y=>top+(d-y)*scale,q=v=>Math.round(v*10)/10,box=[left,top,w*scale,d*scale];
 const picture=svg('svg',{viewBox:'0 0 '+q(W)+' '+q(H),width:q(W),height:q(H),role:'img','aria-label':f.words||'the table'}),defs=new Map();
 const ground=[],shapes=[],marks=[],labels=[],taken=[],bases=[],kinds=new Map();
 const path=p=>{let t='';for(let k=0;k<p.length;k+=2)t+=(k?'L':'M')+q(X(p[k]))+' '+q(Y(p[k+1]));return t};
 const around=p=>{let x0=1e9,y0=1e9,x1=-1e9,y1=-1e9;for(let k=0;k<p.length;k+=2){const x=X(p[k]),y=Y(p[k+1]);x0=Math.min(x0,x);x1=Math.max(x1,x);y0=Math.min(y0,y);y1=Math.max(y1,y)}return[x0,y0,x1-x0,y1-y0]};
 const inside=b=>b[0]>=box[0]&&b[1]>=box[1]&&b[0]+b[2]<=box[0]+box[2]&&b[1]+b[3]<=box[1]+box[3];
 const free=b=>inside(b)&&taken.every(t=>!cover(t,b));
 // Words of one line or two; `places` are the middles of the first line, further lines stand below or, at a place above, push it up.
 const words=(text,px,kind,places)=>{const lines=text.split('\n'),more=(lines.length-1)*px*1.15,t=Math.max(...lines.map(l=>broad(l,px,kind=='name')))+4;
  for(const [x,y,up] of places){const y0=up?y-more:y,b=[x-t/2,y0-px*.65,t,px*1.3+more];if(free(b)&&!(kind!='kind'&&bases.some(s=>cover(s,b)))){taken.push(b);
   const e=svg('text',{x:q(x),y:q(y0),'font-size':px,class:kind},lines.length>1?'':text);if(lines.length>1)lines.forEach((l,k)=>e.append(svg('tspan',{x:q(x),y:q(y0+k*px*1.15)},l)));labels.push(e);return true}}return false};
 for(const i of scene){const kind=i[0],tone=i[1];
  if(kind=='t'){labels.push(svg('text',{x:q(X(i[2])),y:q(Y(i[3])),'font-size':Math.max(12,q(i[4]*scale)),...(i[5]?{transform:'rotate('+-i[5]+' '+q(X(i[2]))+' '+q(Y(i[3]))+')'}:{})},i[6]));continue}
  const pattern=i[2],means=i[i.length-1],text=i[i.length-2],base=/^base/.test(means),troops=means=='troops';
  const a={class:'s t'+tone+(base?' base':''),'stroke-width':Math.max(i[3]*scale,base||troops?.8:1).toFixed(1),...(base||troops?{}:{'clip-path':'url(#edge)'})};
  if(pattern==1)a['stroke-dasharray']='7 4';if(pattern==2)a['stroke-dasharray']=troops?'1.5 2.5':'2 4';
  if(means=='terrain'){const g=groundOf(text),b=around(i[5]);ground.push(svg('path',{d:path(i[5])+'Z',class:'s tterrain ground','stroke-width':1.5,style:'fill:url(#'+tile(defs,g)+')',...(pattern==1?{'stroke-dasharray':'6 4'}:{})}));
   ground[ground.length-1].append(svg('title',{},text));if(!kinds.has(text))kinds.set(text,[g,[]]);kinds.get(text)[1].push(b);continue}
  if(i[4]&2)a.class+=' f';if(pattern>2&&(i[4]&3)){const id=hatch(defs,tone,pattern);a.style='fill:url(#'+id+');fill-opacity:1'}
  let e,b;
  if(kind=='p'){b=around(i[5]);e=svg('path',{d:path(i[5])+(i[4]&1?'Z':''),...a})}
  else{const x=q(X(i[5])),y=q(Y(i[6])),r=q(i[7]*scale);b=[x-r,y-r,2*r,2*r];e=kind=='c'?svg('circle',{cx:x,cy:y,r,...a}):svg('path',{d:arc(x,y,r,i[8],i[9],i[4]&1),...a})}
  if(means=='base'||means=='base_hidden')bases.push(b);
  if(text){e.append(svg('title',{},text));marks.push([text,b])}
  shapes.push(e)}
 // Plates: on the rear edge, else where they cover least; on a phone on the bases themselves, without what does not fit there.
 const px=phone?12:Math.max(12,Math.min(15,W/70)),ph=px+(phone?3:5);
 for(const u of units){const [id,name,s,x,y,heading,front,deep,round,,state]=u,cx=X(x),cy=Y(y),r=heading*Math.PI/180,ax=-Math.cos(r),ay=Math.sin(r);
  const glyphs=phone?[]:state.slice(0,3),gw=glyphs.map(g=>px*.95+(g[1]?broad(g[1],12,true)+1:0)+3),plain=broad(id,px,true)+(phone?4:8);
  let best=null,cost=1e9;
  for(const marked of glyphs.length?[1,0]:[0]){const pw=plain+(marked?gw.reduce((p,v)=>p+v,0):0),half=Math.abs(ax)*pw/2+Math.abs(ay)*ph/2,reach=deep*scale/2+half;
   const places=[[ax*reach,ay*reach],[ax*(reach-ph*.45),ay*(reach-ph*.45)],[0,0],[-ay*(front*scale/2+pw/2),ax*(front*scale/2+ph/2)],[ay*(front*scale/2+pw/2),-ax*(front*scale/2+ph/2)],[ax*(reach+6),ay*(reach+6)],[-ax*reach,-ay*reach]];
   if(phone)places.unshift(places.splice(2,1)[0]);
   for(const k of [1,1.5,2,2.6])for(let t=0;t<8;t++)places.push([Math.cos(t*Math.PI/4)*k*pw,Math.sin(t*Math.PI/4)*k*(ph+2)]);
   places.forEach(([dx,dy],n)=>{const b=[cx+dx-pw/2,cy+dy-ph/2,pw,ph];if(!inside(b))return;
    const c=n+(marked?0:12)+taken.reduce((p,t)=>p+cover(t,b)*(round?99:9),0)+bases.reduce((p,t)=>p+cover(t,b)*(phone?.01:n==2?.02:.06),0);if(c<cost){cost=c;best=[b,marked,!dx&&!dy]}});
   if(cost<12)break}
  if(!best||(cost>=300&&round)||(round&&phone)){continue}
  const [b,marked,on]=best,g=svg('g',{class:'plate '+s+(u[9]?' dim':''),'data-unit':id}),cut=s=='B'?4:0;taken.push(b);
  g.append(svg('title',{},name+(state.length?': '+state.map(m=>m[2]+(m[1]?' '+m[1]:'')).join(', '):'')),svg('path',{class:'back','stroke-width':1,d:'M'+q(b[0]+cut)+' '+q(b[1])+'h'+q(b[2]-2*cut)+'l'+cut+' '+cut+'v'+q(b[3]-2*cut)+'l-'+cut+' '+cut+'h-'+q(b[2]-2*cut)+'l-'+cut+' -'+cut+'v-'+q(b[3]-2*cut)+'z'}));
  if(on){const reach=Math.abs(ax)*b[2]/2+Math.abs(ay)*b[3]/2,x=cx-ax*reach,y=cy-ay*reach;g.append(svg('path',{class:'back','stroke-width':1,d:'M'+q(x-ay*6)+' '+q(y+ax*6)+'L'+q(x-ax*6)+' '+q(y-ay*6)+'L'+q(x+ay*6)+' '+q(y-ax*6)+'Z'}))}
  g.append(svg('text',{x:q(b[0]+plain/2),y:q(b[1]+ph/2+.5),'font-size':px,'font-weight':700},id));
  if(marked){let gx=b[0]+plain-3;glyphs.forEach(m=>{g.append(glyph(m[0],q(gx),q(b[1]+(ph-px*.95)/2),px*.95));gx+=px*.95+1;if(m[1]){const t=broad(m[1],12,true);g.append(svg('text',{x:q(gx+t/2),y:q(b[1]+ph/2+.5),'font-size':12,'font-weight':700},m[1]));gx+=t}gx+=2})}
  u.plate=b;marks.plates=(marks.plates||[]);marks.plates.push(g)}
 if(!phone)for(const u of units){if(u[8]||!u.plate)continue;const b=u.plate,room=grid?grid.c.length>1?Math.abs(grid.c[1][0]-grid.c[0][0])*scale*1.5:1e9:1e9,x=b[0]+b[2]/2,above=[x,b[1]-8,true],below=[x,b[1]+b[3]+8],under=b[1]+b[3]/2<Y(u[4])?[above,below]:[below,above];
  for(const name of [u[1],inTwo(u[1]),shortName(u,units)])if(name&&name!=u[0]&&Math.max(...name.split('\n').map(l=>broad(l,12,true)))<=room&&words(name,12,'name',under))break}
 // What kind of ground, once a piece where it has room; the rest stands below the table.
 const below=[];for(const [kind,[g,places]] of kinds){let said=0;for(const b of places){const t=broad(kind,12)+6;if(t<=b[2]+8&&b[3]>=15){const x=b[0]+b[2]/2;if(words(kind,12,'kind',[[x,b[1]+b[3]-9],[x,b[1]+9],[x,b[1]+b[3]/2]]))said++}}if(!said)below.push([kind,g])}
 for(const [text,b] of marks)words(text,12,'',[[b[0]+b[2]/2,b[1]+b[3]/2]]);
 const went=[];for(const [from,to] of trail.moves){const x0=X(from[3]),y0=Y(from[4]),x1=X(to[3]),y1=Y(to[4]),l=Math.hypot(x1-x0,y1-y0);if(l<12)continue;const cx=(x1-x0)/l,cy=(y1-y0)/l;
  went.push(svg('path',{class:'went s'+to[2],d:'M'+q(x0)+' '+q(y0)+'L'+q(x1-cx*9)+' '+q(y1-cy*9)}),svg('path',{class:'tip s'+to[2],d:'M'+q(x1)+' '+q(y1)+'L'+q(x1-cx*11-cy*6)+' '+q(y1-cy*11+cx*6)+'L'+q(x1-cx*11+cy*6)+' '+q(y1-cy*11-cx*6)+'Z'}))}
 for(const u of trail.lost){const x=q(X(u[3])),y=q(Y(u[4])),g=svg('g',{class:'lost','data-lost':u[0]});g.append(svg('title',{},u[1]+' is gone'),svg('path',{class:'cross',d:'M'+(x-9)+' '+(y-9)+'l18 18m0 -18l-18 18'}),svg('text',{x,y:y-17,'font-size':13,'font-weight':700},u[0]));went.push(g)}
 if(grid){for(const [x,t] of grid.c)labels.push(svg('text',{x:q(X(x)),y:q(H-low/2),'font-size':12,class:'edge'},t));for(const [y,t] of grid.r)labels.push(svg('text',{x:left/2,y:q(Y(y)),'font-size':12,class:'edge'},t))}
 if(f.ruler){let last=-1e9;for(const [x,t] of f.ruler.x)if(X(x)-last>broad(t,12)+14){last=X(x);labels.push(svg('path',{d:'M'+q(last)+' '+q(H-low)+'v4',class:'s tfaint'}),svg('text',{x:q(last),y:q(H-low/2+2),'font-size':12,class:'edge'},t))}
  last=1e9;for(const [y,t] of f.ruler.y)if(last-Y(y)>22){last=Y(y);labels.push(svg('path',{d:'M'+left+' '+q(last)+'h-4',class:'s tfaint'}),svg('text',{x:left/2-1,y:q(last),'font-size':12,class:'edge'},t))}}
 for(const u of units)delete u.plate;
 const d0=svg('defs',{}),edge=svg('clipPath',{id:'edge'});edge.append(svg('rect',{x:left-1,y:top-1,width:q(w*scale)+2,height:q(d*scale)+2}));d0.append(edge,...defs.values());picture.append(d0,svg('rect',{x:left,y:top,width:q(w*scale),height:q(d*scale),class:'felt'}),...ground,...shapes,...went,...(marks.plates||[]),...labels);
 const legend=document.createElement('p');legend.id='ground';
 for(const [kind,g] of below){const e=document.createElement('span'),s=svg('svg',{width:26,height:16,'aria-hidden':true}),own=new Map(),id=tile(own,g),p=own.get(id);p.id='l'+id;s.append(p,svg('rect',{width:26,height:16,style:'fill:url(#l'+id+')',class:'s tterrain'}));e.append(s,kind);legend.append(e)}
 return below.length?[picture,legend]:[picture]}
)js";
}

}  // namespace polemarch::assistant::page_parts
