"""The museum page's style sheet, and its four web components: card, events, campaign and object."""

CSS = """
*{box-sizing:border-box}body{margin:0;font:16px/1.5 Georgia,serif;color:#1c2a33;background:#f6f3ec}
a{color:#0b4f6c;text-decoration:none}img{display:block;max-width:100%}h1,h2,h3{line-height:1.2;margin:0 0 8px}
.wrap{max-width:1160px;margin:0 auto;padding:0 20px}.bar{background:#0d2c3d;color:#cfe0e8;font:13px/1.4 \
Arial,sans-serif;padding:8px 0}
.bar .wrap{display:flex;justify-content:space-between;gap:16px}.mast{display:flex;align-items:center;\
gap:24px;padding:18px 0}
.mast nav{display:flex;gap:18px;font:15px Arial,sans-serif}.appeal{background:#e9b949;border-bottom:3px \
solid #b8860b}
.appeal .wrap{display:flex;align-items:center;justify-content:space-between}.appeal p{max-width:720px;\
margin:4px 0}
.button{background:#b3332b;color:#fff;padding:10px 18px;border-radius:4px;font:bold 15px Arial}\
.notice{background:#fff;border-left:8px solid #b3332b;padding:14px 20px;margin:16px 0;font-weight:bold}
.hero{position:relative;height:360px;overflow:hidden}.hero img{width:100%;height:360px;object-fit:cover}\
.hero p{position:absolute;left:40px;bottom:24px;margin:0;font-size:40px;color:#fff;text-shadow:0 2px 8px #000}
.cols{display:grid;grid-template-columns:2fr 1fr;gap:36px;margin:32px 0}.rule{border-top:4px solid #0d2c3d;\
padding-top:10px;margin-bottom:16px}
.cards{display:grid;grid-template-columns:repeat(3,1fr);gap:20px}.more{list-style:none;padding:0}.more \
li{border-top:1px solid #cdc6b6;padding:10px 0}
.meta{font:13px Arial,sans-serif;color:#687782}.side{font:14px/1.45 Arial,sans-serif}.side \
section{background:#fff;padding:16px;margin-bottom:20px;border:1px solid #ddd5c4}
.side h3{font-size:17px}.side ul,.side ol{padding-left:18px;margin:0}.past{color:#a7a294;\
text-decoration:line-through}.now{font-weight:bold;color:#b3332b}
.mosaic{display:grid;grid-template-columns:repeat(3,1fr);gap:22px}.tri{display:grid;\
grid-template-columns:repeat(3,1fr);gap:20px}.four{display:grid;grid-template-columns:repeat(4,1fr);gap:18px}
.sea{background:#dfe9ec;padding:30px 0;margin:30px 0}.quote{background:#fff;padding:14px 16px;\
font-style:italic}.quote b{display:block;font:13px Arial;margin-top:6px}
.four img{width:100%;height:150px;object-fit:cover}.wall{columns:3;font:14px Arial,sans-serif}\
footer{background:#0d2c3d;color:#cfe0e8;padding:30px 0;font:13px/1.6 Arial}
footer .four a{color:#cfe0e8;display:block}iframe{border:0;display:block;width:100%}.cookie{position:fixed;\
left:20px;bottom:20px;background:#fff;border:1px solid #888;padding:16px;width:420px;font:13px Arial}
"""
SCRIPT = """
class TmCard extends HTMLElement{connectedCallback(){if(this.shadowRoot)return;const \
lead=this.hasAttribute('lead');
 this.attachShadow({mode:'open'}).innerHTML='<style>:host{display:block;background:#fff;border:1px solid \
#ddd5c4}::slotted(img){width:100%;height:'+(lead?380:160)+
 'px;object-fit:cover;display:block}.b{padding:14px 16px}::slotted(h3){font-size:'+(lead?30:19)+'px;\
margin:4px 0 8px}</style><slot name="pic"></slot><div class="b"><slot></slot></div>'}}
class TmEvents extends HTMLElement{connectedCallback(){if(this.shadowRoot)return;const \
list=JSON.parse(this.querySelector('script').textContent),root=this.attachShadow({mode:'open'});
 root.innerHTML='<style>ol{list-style:none;margin:0;padding:0}li{display:grid;grid-template-columns:110px \
1fr 120px;gap:16px;padding:12px 0;border-top:1px solid #cdc6b6}'+
 '.d{font:bold 15px Arial;color:#b3332b}h4{margin:0;font-size:18px}p{margin:2px 0}.l{background:#b3332b;\
color:#fff;font:bold 12px Arial;padding:2px 6px;margin-right:6px}.t{font:13px Arial;color:#687782;\
text-align:right}</style>';
 const ol=document.createElement('ol');for(const e of list){const li=document.createElement('li');\
li.innerHTML='<div class="d"></div><div><h4></h4><p class="x"></p></div><div class="t"></div>';
 li.querySelector('.d').textContent=e.when;li.querySelector('h4').textContent=e.title;\
li.querySelector('.x').textContent=e.blurb;li.querySelector('.t').textContent=e.tickets;
 if(e.label){const p=document.createElement('p');p.innerHTML='<span class="l"></span><b></b>';\
p.firstChild.textContent=e.label;p.lastChild.textContent=e.note;li.children[1].append(p)}ol.append(li)}\
root.append(ol)}}
class TmCampaign extends HTMLElement{connectedCallback(){if(this.shadowRoot)return;const \
done=+this.getAttribute('done');
 this.attachShadow({mode:'open'}).innerHTML='<style>:host{display:block;background:#fff;padding:18px;\
border-top:6px solid #0b4f6c}.o{background:#e4ddcd;height:12px;border-radius:6px}.i{background:#b3332b;\
height:12px;border-radius:6px}small{font:13px Arial;color:#687782}</style><slot></slot><div class="o"><div \
class="i" style="width:'+done+'%"></div></div><small></small>';
 this.shadowRoot.querySelector('small').textContent=this.getAttribute('count')}}
class TmObject extends HTMLElement{connectedCallback(){if(this.shadowRoot)return;
 this.attachShadow({mode:'open'}).innerHTML='<style>:host{display:block}::slotted(img){width:100%;\
height:210px;object-fit:cover}.p{padding:10px 2px}small{font:12px Arial;color:#687782}</style><slot \
name="pic"></slot><div class="p"><slot></slot><small></small></div>';
 this.shadowRoot.querySelector('small').textContent=this.getAttribute('number')}}
customElements.define('tm-card',TmCard);customElements.define('tm-events',TmEvents);\
customElements.define('tm-campaign',TmCampaign);customElements.define('tm-object',TmObject);
"""
