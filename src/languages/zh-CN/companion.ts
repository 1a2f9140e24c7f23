import type { companionWords as english } from '../en/companion.ts';
import type { Words } from '../language.ts';

export const companionWords: Words<typeof english> = {
  pending: '该帐户在此服务器上尚未激活。',
  notSignedIn: '尚未在此登录。',
  notKept: '服务器没有保留收到的内容。',
  gone: '该函数已不在服务器上。',
  notPutBack: '未能将服务器恢复到之前的状态。',
  onlyAdmin: { install: '只有此服务器的管理员才能安装配套函数。', remove: '只有此服务器的管理员才能移除配套函数。' },
  foreign: (id) => `服务器上有另一个 ID 为“${id}”的函数，未作任何改动。`,
  role: '无法读取帐户的角色',
  list: '无法读取函数列表',
  read: '无法读取该函数',
  create: '未能创建',
  update: '未能更新',
  remove: '未能移除',
  flip: '未能切换',
  silent: (what) => `${what}：服务器没有响应。`,
  answered: (what, status) => `${what}：服务器返回 ${status}。`,
  answeredWith: (what, status, detail) => `${what}：服务器返回 ${status}，“${detail}”。`,
};
