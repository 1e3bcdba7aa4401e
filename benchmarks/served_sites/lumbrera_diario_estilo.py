"""How the newspaper's page looks."""

CSS = """
body{margin:0;background:#e9e7e2;font-family:Arial,
"Liberation Sans",Helvetica,sans-serif;font-size:14px;color:#222}
#pagina{width:1100px;margin:0 auto;background:#fff;padding:0 14px}
a{color:#111;text-decoration:none}a:hover{text-decoration:underline}
.suscribe{background:#8c1018;color:#fff;text-align:center;padding:16px;font-size:17px}
.suscribe button{margin-left:12px}
.avisocookies{background:#333;color:#eee;padding:12px 30px;font-size:13px}
#barra{font-size:12px;color:#555;border-bottom:1px solid #ccc;padding:6px 0;overflow:hidden}
#barra .izq{float:left}#barra .der{float:right}
#cabeza{padding:14px 0;overflow:hidden}#cabeza img{float:left;width:70px}
#cabeza h1{float:left;margin:6px 0 0 14px;font:bold 48px "Times New Roman","Liberation Serif",serif}
#cabeza .lema{float:right;font-style:italic;color:#777;margin-top:34px}
#menu{background:#8c1018;overflow:hidden}#menu a{float:left;color:#fff;padding:9px 14px;font-weight:bold;
font-size:13px;text-transform:uppercase}
.anuncio{text-align:center;margin:10px 0;font-size:10px;color:#999}iframe{border:0}
#col1{float:left;width:760px}#col2{float:right;width:310px}.inv #col1{float:right}.inv #col2{float:left}
.limpia{clear:both}.sec{color:#8c1018;font-size:11px;font-weight:bold;text-transform:uppercase}
.principal{border-bottom:3px double #999;padding-bottom:14px}.principal h2{font:bold 36px/1.1 Georgia,
"Liberation Serif",serif;margin:6px 0}.principal img{width:760px;height:400px;object-fit:cover}
.principal.lado img{float:left;width:420px;height:290px;margin-right:16px}.principal p{font-size:16px}
.segundas{overflow:hidden;margin:14px 0}.segunda{float:left;width:243px;margin-right:15px}
.segunda.u{margin-right:0}.segunda img{width:243px;height:150px;object-fit:cover}
.segunda h3{font:bold 18px/1.2 Georgia,"Liberation Serif",serif;margin:4px 0}
.meta{font-size:11px;color:#888}.mod{margin:16px 0}.mod h4{margin:0 0 8px;border-top:4px solid
#8c1018;padding-top:5px;
font-size:16px;text-transform:uppercase}.mod ul{margin:0;padding:0;list-style:none}.mod li{padding:7px 0;
border-bottom:1px dotted #bbb;overflow:hidden}.almomento{background:#fff6d8;padding:10px}
.almomento b{color:#c00}.vivo{border:2px solid #c00;padding:10px 14px}.vivo h4{border:0;color:#c00}
.ag li img{float:left;width:110px;height:70px;margin-right:10px}
.mitad{float:left;width:370px;margin-right:20px}
.mitad.u{margin-right:0}.opina{background:#f3f1ea;padding:10px}.opina i{color:#8c1018}
table.datos{width:100%;border-collapse:collapse;font-size:13px}table.datos td{border-bottom:1px solid
#ddd;padding:5px}
table.datos td+td{text-align:right}.leido li{font-weight:bold}.leido
span{color:#999;font-weight:normal;font-size:11px}
.com li{font-size:12px}.tarjetas li{float:left;width:236px;margin-right:10px;border:1px solid
#ccc;padding:8px;
box-sizing:border-box;min-height:120px}.galeria img{width:310px;height:200px}.carton
img{width:310px;height:240px}
#pie{background:#222;color:#bbb;padding:20px;font-size:12px;margin-top:20px}
""".strip()
