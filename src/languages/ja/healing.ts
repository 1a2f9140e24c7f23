import type { healingWords as english } from '../en/healing.ts';
import type { Words } from '../language.ts';
import { figure } from './formats.ts';

function chats(n: number): string {
  return `チャット ${figure(n)} 件`;
}

function replies(n: number): string {
  return `返信 ${figure(n)} 件`;
}

function markers(n: number): string {
  return `マーカー ${figure(n)} 個`;
}

export const healingWords: Words<typeof english> = {
  title: '保存されたチャットを整理',
  about:
    '保存された返信にツールマーカーがあると、モデルはツールを呼び出す代わりにマーカーを書くようになります。ここで見つけて取り除けます。',
  connecting: 'チャットサーバーに問い合わせています。',
  noAddress: 'このページは、お使いの Open WebUI のページで Stream Fixer のポップアップから開いてください。',
  noTab: 'このチャットサーバーを開いているタブがありません。タブで開いてから、もう一度お試しください。',
  privateTab:
    'このチャットサーバーはプライベートウィンドウで開かれています。クリーンアップでは元の返信をこのブラウザーに保存し、プライベートウィンドウを閉じた後も残ります。通常のウィンドウでサーバーを開いてから、もう一度お試しください。',
  noAnswer:
    '別のタブのページが Open WebUI として応答しません。ページが読み込まれ、Stream Fixer がオンになっているか確認してください。',
  problemTitle: '現在は実行できません',
  noStorage:
    'ブラウザーのストレージが使えなかったため、処理を中止しました。ディスクがいっぱいか、プライベートウィンドウではありませんか。',
  tryAgain: 'もう一度試す',

  what: 'どのチャットを調べますか',
  whatAll: 'すべてのチャットを調べる',
  thisChat: 'このチャット',
  thisChatHint: 'ここに来る前に開いていたチャットです。',
  allChats: 'すべてのチャット',
  allChatsHint: 'アーカイブ済みやフォルダー内のチャットも含みます。まだ何も変更されません。',
  look: 'マーカーを探す',
  cancel: 'キャンセル',

  scanningTitle: 'マーカーを探しています',
  chatsRead: '読み込んだチャット',
  progress: (scanned, listed, found) =>
    `${chats(listed)}のうち ${figure(scanned)} 件を読み込み、${figure(found)} 件でマーカーが見つかりました。`,
  progressSoFar: (scanned, listed, found) =>
    `これまでの${chats(listed)}のうち ${figure(scanned)} 件を読み込み、${figure(found)} 件でマーカーが見つかりました。`,
  missed: (unreadable) => `${chats(unreadable)}を読み込めませんでした。`,
  allRead: (scanned) => `${chats(scanned)}を読み込みました。`,
  someRead: (scanned, listed) => `${chats(listed)}のうち ${figure(scanned)} 件を読み込みました。`,
  cancelled: 'キャンセルしました。',

  resultsTitle: 'マーカーのあるチャット',
  cleanTitle: 'マーカーはありません',
  nothingTitle: 'マーカーはまだ見つかっていません',
  unreadableTitle: 'チャットを読み込めませんでした',
  againTitle: 'もう一度試せるチャット',
  chatsFound: (found) => `マーカーのあるチャットは ${figure(found)} 件です。`,
  selectAll: 'すべて選択',
  found: (inAll, marked, all) => `${replies(all)}のうち ${figure(marked)} 件に${markers(inAll)}`,
  foundSince: (inAll, marked, all, day) => `${replies(all)}のうち ${figure(marked)} 件に${markers(inAll)}、${day}から`,
  archived: 'アーカイブ済み',
  untitled: '無題のチャット',
  unread: (n) => `読み込めなかったチャット（${figure(n)}）`,
  show: '表示',
  hide: '隠す',
  of: (label, title) => `${label}: ${title}`,
  looking: 'チャットを読み込んでいます。',
  cleanNow: 'このチャットにはもうマーカーがありません。',
  undoable: '取り除くものは先にこのブラウザーに保存されるので、どのチャットも元に戻せます。',
  heal: (chosen) => `${chats(chosen)}を整理`,

  reply: (number, inIt) => `返信 ${figure(number)}: ${markers(inIt)}`,
  replyAt: (number, moment, inIt) => `返信 ${figure(number)}、${moment}: ${markers(inIt)}`,
  moreReplies: (hidden) => `返信をさらに表示（${figure(hidden)}）`,
  before: '整理前',
  after: '整理後',
  emptied: 'このテキストには何も残りません。',
  removed: '取り除く部分:',
  added: '加える部分:',
  skipped: (lines) => `… 変更のない ${figure(lines)} 行 …`,

  healingTitle: '整理しています',
  chatsCleaned: '処理済みのチャット',
  done: (done, total) => `${chats(total)}のうち ${figure(done)} 件を処理しました。`,
  closable: 'このページは閉じてもかまいません。次に開いたときに続けるかどうかを確認します。',
  stop: '停止',
  stopping: 'このチャットが終わりしだい停止します。',

  doneTitle: '完了',
  stoppedTitle: '停止しました',
  leftTitle: '途中で止まっています',
  settledTitle: '前回の結果',
  goOn: '続ける',
  forget: 'ここまでにする',
  backToStart: 'もう一度探す',
  rest: '残りをもう一度試す',
  oneDone: 'チャットにマーカーはありません。',
  oneNotDone: 'チャットは整理されませんでした。',
  summary: (cleaned, total) => `${chats(total)}のうち ${figure(cleaned)} 件を整理しました。`,
  reload:
    '該当するチャットを開いているページをすべて再読み込みしてください。古いバージョンでは、そのページが以前の返信を保存し直してしまいます。',

  cleaned: (inReplies) => `${replies(inReplies)}を整理しました。`,
  cleanedMarkers: (taken, inReplies) => `${replies(inReplies)}から${markers(taken)}を取り除きました。`,
  kept: (n) => `${replies(n)}は変更できませんでした。途中で切れているか、ほかの人のものです。`,
  unchanged: '処理は不要です。マーカーはありません。',
  streaming: '返信の生成中のため、変更していません。終わってからもう一度お試しください。',
  failed: {
    old: '元のままです。',
    new: '変更されました。',
    unknown: '変更されたかどうかはまだ分かりません。次にこのページを開いたときに確認します。',
  },
  notStarted: '開始していません。',

  undo: '元に戻す',
  undoAll: (chats) => `すべて元に戻す（${figure(chats)}）`,
  undoingTitle: '元に戻しています',
  chatsRestored: '元に戻したチャット',
  undoSummary: (restored, total) => `${chats(total)}のうち ${figure(restored)} 件を元に戻しました。`,
  undoing: '元に戻しています。',
  restored: (n) => `${replies(n)}を元に戻しました。`,
  editedSince: (n) => `${replies(n)}はその後編集されたため、変更していません。`,
  undoUnchanged: 'すでに元の状態でした。',
  undoUnknown: '元に戻ったかどうかはまだ分かりません。しばらくしてからもう一度お試しください。',
  undoFailed: '元に戻せませんでした。',

  backupsTitle: 'バックアップ',
  noBackups: 'まだありません。チャットを変更する前に、元の返信をここに保存します。',
  backupsAbout: '整理する前の返信です。このブラウザーの中だけに残ります。',
  backups: (n, size) => `バックアップ ${figure(n)} 件、${size}。`,
  backup: (state, moment, n, size) => `${state}、${moment}、${replies(n)}、${size}`,
  states: { healed: '整理済み', undone: '元に戻しました', 'in-doubt': '整理されたか不明' },
  save: 'ファイルに保存',
  deleteAll: 'すべて削除…',
  delete: '削除…',
  deleteNow: '削除',
  keep: '残す',
  deletesOne: 'バックアップを削除すると、このチャットは元に戻せなくなります。',
  deletesSome: (n) => `この ${figure(n)} 件のバックアップを削除すると、それぞれのチャットは元に戻せなくなります。`,

  trouble: {
    gone: 'チャットはもうありません。',
    goneOrForeign: 'チャットはもうないか、ほかの人のものです。',
    noChat: 'サーバーの応答がチャットではないか、大きすぎて読み込めません。',
    tooOften: 'サーバーから、問い合わせの頻度を下げるよう求められました。',
    error: (status) => `サーバーがエラー ${status} を返しました。`,
    signedOut: 'サインインの状態ではなくなりました。ページでサインインしてから続けてください。',
    slow: 'サーバーが時間内に応答しませんでした。',
    unreachable: 'このチャットサーバーのページが閉じられたか、サーバーに接続できません。',
    tabGone:
      'このページが使用していたタブが閉じられたか、別のサイトを表示しています。別の人がサインインしている可能性があるため、ほかのタブは使用しません。別のタブで続けるには、このページを再読み込みしてください。',
    tooMany: 'サーバーのチャット一覧が長すぎるため、中止しました。チャットを開いて、個別にクリーンアップしてください。',
    noList: (status) => `チャットの一覧を読み込めませんでした。サーバーの応答は ${status} です。`,
    inexact: 'ブラウザーでは正確に保てない数値がチャットに含まれています。',
    notTaken: 'サーバーが変更を受け付けませんでした。',
    brokenOff:
      'マーカーのある返信が途中で切れています。このバージョンの Open WebUI では、そのような返信は誰にも変更できません。',
    notLookedAt: 'まだ調べていません。',
    changed: '調べた後に変更されたため、何もしていません。',
    notAlone: '整理できましたが、同時にほかの部分も変わりました。内容を確認してください。',
    busy: 'Stream Fixer の別のページが、現在このサイトのチャットを整理しています。',
    inDoubt: 'チャットを読み込めないため、整理されたかどうか分かりません。',
    noBackup: 'バックアップはもうありません。',
    edited: '整理した後に返信が編集されたため、何もしていません。',
  },
  secondCopy:
    'Open WebUI 0.9.3 から 0.9.5 は各メッセージの写しをもう一つ持ち、それを更新しません。整理したチャットはきれいに見えても、モデルには古いテキストが送られることがあります。先にサーバーを 0.9.6 以降に更新してください。',
};
