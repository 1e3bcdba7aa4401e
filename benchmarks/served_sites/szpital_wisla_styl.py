"""The style sheet of the hospital's template, that of its frames, and its script."""

CSS = """/* szablon: jm-zdrowie 2.1 / 960gs */
body{font-family:Verdana,Tahoma,sans-serif;font-size:12px;color:#333;background:#dfe9ee;margin:0}
a{color:#00633a}a:hover{color:#c00}
#wrapper{width:1000px;margin:0 auto;background:#fff;box-shadow:0 0 8px #9ab}
#wcag{background:#eee;padding:5px 12px;font-size:11px;overflow:hidden}
#wcag .prawa{float:right}
#naglowek{position:relative}
#naglowek h1{position:absolute;left:112px;top:26px;margin:0;font-size:32px;color:#0a325a}
#naglowek h2{position:absolute;left:114px;top:78px;margin:0;font-size:15px;color:#143c5a}
#naglowek img{display:block;width:1000px;height:130px}
#menu-gora{background:#00633a;overflow:hidden}
#menu-gora ul{margin:0;padding:0;list-style:none}
#menu-gora li{float:left;border-right:1px solid #338a64}
#menu-gora a{color:#fff;display:block;padding:9px 15px;text-decoration:none;font-weight:bold}
#slider{position:relative;height:300px;overflow:hidden}
#slider img{width:1000px;height:300px}
#slider .podpis{position:absolute;left:0;bottom:0;right:0;background:rgba(0,60,40,.75);color:#fff;
padding:12px 20px;font-size:18px}
#lewa{float:left;width:210px;padding:10px}
#srodek{float:left;width:520px;padding:10px 5px}
#prawa{float:right;width:220px;padding:10px}
.moduletable{border:1px solid #c6d8d0;margin-bottom:12px;background:#fafdfb}
.moduletable h3{background:#00633a;color:#fff;font-size:12px;margin:0;padding:6px 8px}
.moduletable_czerw h3{background:#b00020}
.moduletable .wn{padding:8px}
ul.menu{list-style:square;margin:0 0 0 18px;padding:6px 0;line-height:1.8}
.komunikat{border:2px solid #b00020;background:#fff5f5;padding:8px 12px;margin-bottom:10px}
.komunikat.zw{border:1px solid #d6b656;background:#fffbe9}
.komunikat h4{margin:0 0 4px;color:#b00020;font-size:13px}
.contentheading{font-size:15px;color:#00633a;font-weight:bold;border-bottom:2px solid #00633a;margin:14px 0
8px;
padding-bottom:3px}
.blog-item{overflow:hidden;border-bottom:1px dashed #aaa;padding:8px 0}
.blog-item img{float:left;margin-right:10px;border:1px solid #ccc}
.createdate{color:#888;font-size:10px}
table.kolejki{width:100%;border-collapse:collapse;font-size:11px}
table.kolejki td,table.kolejki th{border:1px solid #bcd;padding:4px 5px}
table.kolejki th{background:#e3f0ea}
.stop{color:#b00020;font-weight:bold}
.przetarg{padding:5px 0;border-bottom:1px dotted #999}
.galeria td{text-align:center;font-size:10px;padding:4px;border:0}
.galeria img,.nowa-galeria img{width:160px;height:122px}
.nowa-galeria{overflow:hidden}.nowa-galeria figure{float:left;width:162px;margin:0 8px 10px 0;font-size:11px}
.rodo{background:#233;color:#fff;padding:16px 30px;font-size:12px;line-height:1.6}
.rodo b{color:#ffe08a}
.belka{background:#fff3b0;border-bottom:2px solid #e0b000;text-align:center;padding:12px;font-size:14px}
#stopka{clear:both;background:#00472a;color:#dfe;padding:14px 20px;font-size:11px}#stopka a{color:#fff}
#loga{clear:both;text-align:center;padding:10px;background:#fff;border-top:1px solid #ccc}#loga
img{height:54px;margin:0 8px}
iframe{border:0;display:block}
"""
CSS_RAMKA = """body{margin:0;font:11px Verdana,sans-serif;background:#f4f8ff;padding:2px}
td{padding:2px 4px;font-size:11px;white-space:nowrap}
.cz{background:#d22;color:#fff}.po{background:#f90}
.zo{background:#fd3}.zi{background:#5b5;color:#fff}.ni{background:#48d}
.wpis{border-bottom:1px solid #ccd;padding:6px 0}
"""
JS = """jQuery=window.jQuery||function(f){if(typeof f==="function"){f()}};
jQuery(function(){var e=document.getElementById("zegar");if(e){e.setAttribute("title",e.innerHTML);}});
"""
