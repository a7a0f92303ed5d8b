import { rawWords, singular } from './item-words.ts';

/** The text with everyday words of other languages in English; as it was when there are none. */
export function translateToEnglish(text: string): string {
  const words = rawWords(text);
  const meanings = words.map((word) => MEANINGS.get(word) ?? MEANINGS.get(singular(word)));
  if (meanings.every((meaning) => meaning === undefined)) return text;
  return words
    .map((word, at) => meanings[at] ?? word)
    .filter((word) => !STOP_WORDS.has(word))
    .join(' ');
}

const STOP_WORDS = new Set(
  'de del des du la le les el los las un una une unos der die das den ein eine einen il lo gli uno di con avec mit au aux y et und e em com para pour'.split(
    ' ',
  ),
);

// What people bring most, in Spanish, French, German, Italian, Portuguese and Japanese, and in Chinese where it differs.
// Words that also are English, such as pain, pan, gift and lit, are left out.
const FOREIGN_WORDS = {
  food: 'comida nourriture essen futter cibo 食べ物 食物',
  meat: 'carne viande fleisch 肉',
  fish: 'pescado pez poisson fisch pesce peixe 魚 さかな 鱼',
  tuna: 'atun thon thunfisch tonno atum マグロ まぐろ 金枪鱼',
  salmon: 'saumon lachs salmone salmao サーモン 鮭 三文鱼',
  sardines: 'sardina sardine sardinha sardinen イワシ 沙丁鱼',
  shrimp: 'camaron gamba crevette garnele gamberetto gambero camarao エビ えび 虾',
  chicken: 'pollo poulet huhn huhnchen hahnchen frango チキン 鶏肉 鸡肉',
  turkey: 'pavo dinde truthahn pute tacchino 七面鳥',
  duck: 'pato canard ente anatra アヒル',
  beef: 'ternera boeuf rindfleisch rind manzo vitello 牛肉',
  pork: 'cerdo porc schwein schweinefleisch maiale porco 豚肉 猪肉',
  lamb: 'cordero agneau lamm agnello cordeiro',
  liver: 'higado leber fegato figado',
  bone: 'hueso knochen osso 骨',
  egg: 'huevo oeuf uovo ovo 卵 たまご 鸡蛋',
  milk: 'leche lait milch leite 牛乳 牛奶',
  cheese: 'queso fromage kase formaggio queijo チーズ 奶酪',
  bread: 'brot pao パン 面包',
  rice: 'arroz riz reis riso ご飯 米',
  kibble: 'croqueta croquette croquettes pienso trockenfutter crocchette racao カリカリ',
  fruit: 'fruta obst frutta 果物 水果',
  apple: 'manzana pomme apfel mela りんご リンゴ 苹果',
  banana: 'platano バナナ 香蕉',
  mango: 'mangue マンゴー 芒果',
  berries: 'baya baies beeren bacche',
  strawberry: 'fresa fraise erdbeere fragola morango いちご 草莓',
  grapes: 'uva trauben weintrauben ぶどう 葡萄',
  vegetables: 'verdura legume gemuse 野菜 蔬菜',
  carrot: 'zanahoria carotte karotte mohre carota cenoura にんじん 胡萝卜',
  lettuce: 'lechuga laitue kopfsalat lattuga alface レタス 生菜',
  spinach: 'espinaca epinard spinat espinafre ほうれん草 菠菜',
  pumpkin: 'calabaza citrouille kurbis zucca abobora かぼちゃ 南瓜',
  onion: 'cebolla oignon zwiebel cipolla cebola 玉ねぎ 洋葱',
  garlic: 'ajo knoblauch aglio alho にんにく 大蒜',
  chocolate: 'chocolat schokolade cioccolato チョコレート チョコ 巧克力',
  seeds: 'semilla graine samen seme semente 種 种子',
  sunflower: 'girasol tournesol sonnenblume girassol girasole ひまわり',
  nuts: 'nuez noix nuss nusse noce noz ナッツ 坚果',
  grass: 'hierba herbe erba erva 草',
  hay: 'heno foin fieno feno 干し草',
  leaves: 'hoja feuille blatter foglia folha 葉',
  flowers: 'flor fleur blumen fiori 花',
  insects: 'insecto insecte insekten insetto inseto 虫 昆虫',
  worms: 'gusano wurm verme',
  honey: 'miel honig miele ハチミツ 蜂蜜',
  water: 'agua eau wasser acqua 水',
  treat: 'golosina friandise leckerli premio petisco おやつ',
  coffee: 'kaffee caffe コーヒー 咖啡',
  poison: 'veneno veleno 毒',
  ball: 'pelota balle palla bola ボール 球',
  toy: 'juguete jouet spielzeug giocattolo brinquedo おもちゃ 玩具',
  mouse: 'raton souris maus topo ネズミ 老鼠',
  feather: 'pluma feder piuma 羽 羽毛',
  string: 'cuerda ficelle schnur spago ひも',
  rope: 'soga seil corda ロープ',
  stick: 'palo bastone 棒',
  game: 'juego jeu spiel gioco jogo ゲーム 游戏',
  puzzle: 'rompecabezas ratsel quebra パズル 拼图',
  walk: 'paseo spaziergang passeggiata passeio 散歩 散步',
  music: 'musica musique musik 音楽 音乐',
  box: 'caja boite schachtel scatola caixa 箱 盒子',
  bath: 'bano bain badewanne bagno banho お風呂 洗澡',
  soap: 'jabon savon seife sapone sabao 石鹸 肥皂',
  shampoo: 'champu shampooing シャンプー 洗发水',
  brush: 'cepillo brosse burste spazzola escova ブラシ 刷子',
  comb: 'peine peigne kamm pettine pente くし 梳子',
  towel: 'toalla handtuch asciugamano toalha タオル 毛巾',
  cloth: 'pano tuch lappen panno 布',
  medicine: 'medicina medicamento medicament medizin remedio 薬 药',
  vitamins: 'vitamina vitamine ビタミン 维生素',
  bandage: 'venda vendaje pansement verband benda bandagem 包帯 绷带',
  antibiotic: 'antibiotico antibiotique antibiotikum 抗生物質 抗生素',
  vaccine: 'vacuna vaccin impfung vaccino vacina ワクチン 疫苗',
  vet: 'veterinario veterinaire tierarzt 獣医 兽医',
  pill: 'pastilla comprimido pilule pillola 錠剤',
  bed: 'cama bett letto ベッド 床',
  blanket: 'manta cobija couverture decke coperta cobertor 毛布 毯子',
  pillow: 'almohada oreiller kissen cuscino travesseiro 枕 枕头',
  cushion: 'cojin coussin almofada クッション',
  sun: 'sol soleil sonne 太陽 太阳',
  silence: 'silencio stille silenzio 静けさ 安静',
  nest: 'nido ninho 巣',
  warm: 'caliente tibio chaud chaude warme caldo calda quente morno 暖かい 温暖',
  hot: 'heiss heisse',
  soft: 'suave douce doux weich weiche morbido morbida macio macia 柔らかい 柔软',
  fresh: 'fresco fresca frais fraiche frisch frische 新鮮 新鲜',
  grilled: 'grillee gegrillt asado asada grigliato grelhado',
  cooked: 'cocido cocida cuit cuite gekocht cotto cozido',
  raw: 'crudo cruda crue roh cru',
  dry: 'seco seca trocken secco',
  calm: 'calme ruhig calmo tranquilo',
  voice: 'voz voix stimme voce 声',
} as const;

const MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries(FOREIGN_WORDS).flatMap(([english, words]) =>
    words.split(' ').flatMap((word) => rawWords(word).map((each) => [each, english] as const)),
  ),
);
