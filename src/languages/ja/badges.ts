import type { badgeWords as english } from '../en/badges.ts';
import type { Words } from '../language.ts';
import { figure } from './formats.ts';

export const badgeWords: Words<typeof english> = {
  unknownTool: 'ツール',
  group: 'この返信で使われたツール',
  tools: (calls) => `ツール ${figure(calls)} 件`,
  moreTools: (calls) => `ツール ${figure(calls)} 件以上`,
  toolsAndTime: (tools, time) => `${tools}、${time}`,
  earlier: (calls) => `ほか ${figure(calls)} 件`,

  seconds: (seconds) => `${seconds} 秒`,
  minutes: (minutes, seconds) => `${minutes} 分 ${seconds} 秒`,
  hours: (hours, minutes) => `${hours} 時間 ${minutes} 分`,
  underOneSecond: '1 秒未満',

  finished: '完了',
  failed: '失敗',
  ended: '終了、結果は不明',
  callRuns: '、実行中',
  call: (took, state) => `、${took}、${state}`,
  callUntimed: (state) => `、${state}`,
  callOnAxis: (began, took, state) => `、${began}から、${took}、${state}`,

  toolRuns: (name) => `ツールを実行中: ${name}`,
  toolsRan: (calls) => `ツールが ${figure(calls)} 件実行されました。`,
  moreToolsRan: (calls) => `ツールが ${figure(calls)} 件以上実行されました。`,

  imitated:
    'モデルが書いただけの呼び出しがあり、そのツールは実行されていないため、以降の内容は事実でない可能性があります。',
  why: '理由を見る',
  because:
    'モデルはツールの実行中に見える行を書きましたが、エージェントからそのようなツールの報告はありませんでした。以前の返信にこうした行があると、モデルはそれをまねることがあります。チャットから取り除くと、起こりにくくなります。',
  cleanChat: 'このチャットを整理',
  hideNote: 'この通知を隠す',
};
