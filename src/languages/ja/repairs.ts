import type { repairsWords as english } from '../en/repairs.ts';
import type { Words } from '../language.ts';

export const repairsWords: Words<typeof english> = {
  markers: {
    name: '本文中のツールマーカー',
    words: '返信の本文にツールマーカーが含まれています。',
  },
  'tool-events': {
    name: 'イベントで届くツールの進行状況',
    words: 'ツールの進行状況が、返信のチャンクの間にイベントとして届きます。',
  },
  'tool-call-container': {
    name: 'リストになっていない呼び出し',
    words: '"tool_calls" が呼び出しのリストではなく、単独のオブジェクト、null、または空のリストです。',
  },
  'tool-call-index': {
    name: 'index のない呼び出し',
    words: '"tool_calls" の項目に index がないか、複数の呼び出しが同じ index を使っています。',
  },
  'tool-call-empty-fields': {
    name: '続きの部分にある空の項目',
    words: '呼び出しの続きの部分で、id、type、name が空または null です。',
  },
  'tool-call-arguments': {
    name: 'テキストでない引数',
    words: '呼び出しの引数がテキストではなく、オブジェクトまたは null です。',
  },
  'tool-call-repeats': {
    name: 'ID や名前の繰り返し',
    words: '呼び出しの ID や名前が、続きの部分でも送られてきます。',
  },
  'tool-call-split': {
    name: '名前と引数がひとまとめ',
    words:
      '1 つの delta に複数のものがまとめて入っています（呼び出しの名前と引数、複数の呼び出し、またはテキストと呼び出し）。',
    cases: {
      arguments: '1 つの delta に、呼び出しの名前と最初の引数が入っています。',
      calls: '1 つの delta に、複数の呼び出しが入っています。',
      text: '1 つの delta に、テキストと呼び出しが入っています。',
    },
  },
  'tool-call-growing': {
    name: '伸びていく名前',
    words: '呼び出しの名前が、伸びながら何度も送られてきます。',
  },
  'tool-call-nameless': {
    name: '後から届く名前',
    words: '呼び出しの先頭に名前がなく、後の断片に名前があります。',
  },
  'tool-call-name-pieces': {
    name: '分割された名前',
    words: '呼び出しの名前が分割されて送られます。',
  },
  'tool-call-bare-head': {
    name: '引数のない呼び出し',
    words: '呼び出しの先頭に名前はありますが、空の引数さえありません。',
  },
  'tool-call-placeholder': {
    name: '引数の前の余分な括弧',
    words: '呼び出しの引数が "{}" で始まり、その後に本来の引数が続きます。',
  },
  'first-role': {
    name: '最初の断片に役割がない',
    words: '返信の最初のデルタに役割（role）がありません。',
  },
  'byte-order-mark': {
    name: 'バイト順マーク',
    words: '最初のフレームの前にバイト順マーク（BOM）があります。',
  },
  'data-comments': {
    name: 'データとして届くハートビート',
    words: 'ハートビートが "data: : OPENROUTER PROCESSING" のようにデータとして届きます。',
  },
  'silent-events': {
    name: 'データのないイベント',
    words: 'イベントにデータがないか、名前付きのハートビートです。',
  },
  'error-lines': {
    name: '独自の項目に入ったエラー',
    words: 'エラーが、イベントストリームにはない独自の項目 "error: {…}" で届きます。',
  },
  'bare-json': {
    name: '"data:" のない JSON',
    words: 'ストリームに "data:" の付かない JSON の行があります。多くはエラーです。',
  },
  'joined-objects': {
    name: '1 フレームに複数のチャンク',
    words: '1 つのフレームのデータに複数のチャンクが入っています。',
  },
  'data-lines': {
    name: '複数行に分かれたチャンク',
    words: '1 つのチャンクが複数のデータ行に分かれています。',
  },
  'last-blank-line': {
    name: '末尾の空行がない',
    words: '最後のフレームの後に空行がありません。',
  },
  'keep-alive-comments': {
    name: 'チャンクの間のコメント',
    words: 'チャンクの間にコメントや空のフレームがあります。多くはハートビートです。',
  },
  'lone-comments': {
    name: '不具合のないストリームのコメント',
    words: 'チャンクの間にコメントや空のフレームがあり、ほかに修復するものはありません。',
  },
  'foreign-events': {
    name: '不明なイベント',
    words: 'チャンクの間に、チャンクでもエラーでもない名前付きのイベントがあります。',
  },
  done: {
    name: '末尾の "[DONE]" がない',
    words: 'ストリームが "data: [DONE]" なしで終わります。',
  },
  'null-choices': {
    name: '"choices" がない',
    words: '"choices" が null か存在しない、またはフレームのデータが null です。',
  },
  'content-arrays': {
    name: '部品のリストになった内容',
    words: 'delta の内容がテキストではなく、部品のリストです。',
  },
  'padding-fields': {
    name: 'パディング用の項目',
    words: 'チャンクに、意味のないパディング用の項目があります。',
  },
  'cumulative-text': {
    name: '毎回はじめから届くテキスト',
    words: 'どの delta にも、新しい部分だけでなくそれまでの全文が入っています。',
  },
  'finish-tool-calls': {
    name: '終了理由の誤り',
    words: 'ツールが呼び出されたのに、終了理由が "stop" または空です。',
  },
  'finish-missing': {
    name: '終了理由がない',
    words: 'どのチャンクにも終了理由がありません。',
  },
};
