import type { companionWords as english } from '../en/companion.ts';
import type { Words } from '../language.ts';

export const companionWords: Words<typeof english> = {
  pending: 'このサーバーのアカウントはまだ有効になっていません。',
  notSignedIn: 'ここにはサインインしていません。',
  notKept: 'サーバーは送信された内容を保存しませんでした。',
  gone: '関数はサーバーになくなっています。',
  notPutBack: 'サーバーを元の状態に戻せませんでした。',
  onlyAdmin: {
    install: 'コンパニオンをインストールできるのは、このサーバーの管理者だけです。',
    remove: 'コンパニオンを削除できるのは、このサーバーの管理者だけです。',
  },
  foreign: (id) => `サーバーに ID「${id}」の別の関数があります。変更しません。`,
  role: '権限を読み取れませんでした',
  list: '関数の一覧を読み取れませんでした',
  read: '関数を読み取れませんでした',
  create: '作成できませんでした',
  update: '更新できませんでした',
  remove: '削除できませんでした',
  flip: '切り替えられませんでした',
  silent: (what) => `${what}: サーバーが応答しませんでした。`,
  answered: (what, status) => `${what}: サーバーの応答は ${status} でした。`,
  answeredWith: (what, status, detail) => `${what}: サーバーの応答は ${status}「${detail}」でした。`,
};
