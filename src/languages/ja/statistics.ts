import type { statisticsWords as english } from '../en/statistics.ts';
import type { Words } from '../language.ts';
import { figure } from './formats.ts';

export const statisticsWords: Words<typeof english> = {
  replies: '返信',
  markers: '取り除いたマーカー',
  tools: '表示したツール',
  imitated: '模倣された呼び出し',
  bytes: '取り除いたバイト数',

  period: '期間',
  days: (days) => `${figure(days)} 日間`,
  loading: '統計を読み込んでいます。',
  failed: 'ブラウザーから統計を取得できませんでした。データは失われておらず、そのまま保存されています。',
  tryAgain: '再試行',
  emptyTitle: 'まだ統計がありません',
  empty:
    'サイトで Stream Fixer をオンにすると、返信が数えられます。保存されるのは数値とツール名だけで、会話の内容は保存されません。',
  emptyHere: 'この期間、このサイトの統計はありません。',
  emptyPeriod: 'この期間の統計はありません。',
  longer: '90 日間を表示',

  sum: (days, replies, markers, tools, imitated) =>
    `${days}: 返信 ${figure(replies)} 件、取り除いたマーカー ${figure(markers)} 個、表示したツール ${figure(tools)} 件、模倣された呼び出し ${figure(imitated)} 件。`,
  removed: (size) => `ストリームとリクエストから ${size} を取り除きました。`,
  healed: (chats) => `保存済みのチャットを ${figure(chats)} 件整理しました。`,

  daily: '日ごとの推移',
  byDay: (chart) => `${chart}、1 日ずつ`,
  today: '今日',
  dayOf: (day, markers, tools, imitated, replies) =>
    replies + markers + tools + imitated === 0
      ? `${day}: なし。`
      : `${day}: 取り除いたマーカー ${figure(markers)} 個、表示したツール ${figure(tools)} 件、模倣された呼び出し ${figure(imitated)} 件（返信 ${figure(replies)} 件）。`,
  tableOf: (chart) => `${chart}（表）`,
  day: '日付',
  onlyDaysWith: '統計のない日は省かれています。',

  repairs: '修復',
  noRepairs: '修復が必要なストリームはありませんでした。',

  slowest: '時間のかかるツール',
  noTools: '終了が報告されたツールはありません。',
  tool: 'ツール',
  otherTools: 'その他のツール',
  longest: '最長',
  mean: '平均',
  calls: '呼び出し',
  toolTimes: (longest, mean, calls) => `最長 ${longest}、平均 ${mean}、呼び出し ${figure(calls)} 件`,

  imitation: '模倣された呼び出しの推移',
  imitationAbout: '返信に含まれる呼び出しのうち、モデルが文字として書いただけのものです。ツールは実行されていません。',
  rate: '割合',
  rateOf: (day, rate, imitated, calls) =>
    `${day}: ${rate}、呼び出し ${figure(calls)} 件のうち ${figure(imitated)} 件。`,
  noCalls: (day) => `${day}: 呼び出しなし。`,
  rateOfAll: (rate, imitated, calls) =>
    `この期間は ${rate} です。呼び出し ${figure(calls)} 件のうち ${figure(imitated)} 件。`,
  noCallsAtAll: 'この期間に呼び出しはありません。',
  cleaned: '整理したチャット',
  cleanedThen: (chats) => `この日に ${figure(chats)} 件のチャットを整理しました。`,
  sinceCleaned: (before, callsBefore, after, callsAfter, since) =>
    `整理前は呼び出し ${figure(callsBefore)} 件のうち ${figure(before)} 件が模倣、${since}以降は ${figure(callsAfter)} 件のうち ${figure(after)} 件です。`,
  sinceCleanedNone: (before, callsBefore, since) =>
    `整理前は呼び出し ${figure(callsBefore)} 件のうち ${figure(before)} 件が模倣、${since}以降の呼び出しはありません。`,
  cleanedChats: (chats) => (chats === 1 ? '整理したチャット' : `整理した ${figure(chats)} 件のチャット`),
  openChat: 'チャットを開く',
  eachChat: 'チャットごとの内訳',

  sites: 'サイト',
  site: 'サイト',

  report: 'レポート',
  reportAbout: 'この統計をテキストにしたものです。不具合の報告や控えに使えます。チャットの内容は含まれません。',
  withAddresses: 'サイトのアドレスを含める',
  withEvents: '不明なイベントの名前を含める（サーバーが送信したまま）',
  preview: 'コピーされる内容',
  field: (name, value) => `${name}: ${value}`,
  browser: 'ブラウザー',
  fromTo: (first, last) => `${first}～${last}`,
  rateOfCalls: (rate, imitated, calls) => `${rate}、呼び出し ${figure(calls)} 件のうち ${figure(imitated)} 件`,
  cleanedStored: '整理した保存済みチャット',
  ever: '開始以来',
  everFrom: (server) => `開始以来、サーバー: ${server}`,
  otherServers: 'その他',
  events: '取り除いたツール進行状況のイベント',
  unknownEvents: '種類が不明なイベント',
  copy: 'レポートをコピー',
  copied: 'コピーしました。',
  notCopied: 'ブラウザーがコピーできませんでした。テキストを選択してあるので、キーボードでコピーしてください。',

  delete: '統計を削除',
  deleteAbout: '削除されるのは統計だけです。スイッチ、設定、チャットはそのまま残ります。元に戻すことはできません。',
  deleteSite: (host) => `${host} の統計を削除`,
  deleteAll: 'すべてのサイトの統計を削除',
  wouldGo: (days, replies, first) =>
    `${first}以降の ${figure(days)} 日分（返信 ${figure(replies)} 件）と、開始以来の合計を削除します。`,
  wouldGoSums: '日ごとの統計はありません。開始以来の合計を削除します。',
  deleteNow: '削除',
  keep: '残す',
  deleted: '統計を削除しました。',
  notDeleted: 'うまくいきませんでした。何も変更されていません。',
};
