// Whether the page says that it waits for something: by what is meant for that, or in a line of its own.
() => {
  const words = [
    'loading', 'please wait', 'loading data', 'loading content', 'wird geladen', 'lädt', 'bitte warten', 'daten werden geladen',
    'chargement', 'chargement en cours', 'veuillez patienter', 'cargando', 'espere por favor', 'carregando', 'a carregar',
    'caricamento', 'caricamento in corso', 'laden', 'bezig met laden', 'ładowanie', 'trwa ładowanie', 'načítání', 'načítá se',
    'laddar', 'indlæser', 'laster', 'ladataan', 'загрузка', 'завантаження', '読み込み中', '加载中', '載入中', '로딩 중', 'yükleniyor',
  ];
  const isSeen = (element) => element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  const meant = [...document.querySelectorAll('[aria-busy=true], [role=progressbar], progress:not([value])')];
  if (meant.some(isSeen)) return true;
  const lines = (document.body?.innerText ?? '').toLowerCase().split('\n');
  return lines.some((line) => words.includes(line.replace(/[\s.…]+$/, '').trim()));
}
