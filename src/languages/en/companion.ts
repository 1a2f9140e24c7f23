/** Why a step with the companion did not come to its end. */
export const companionWords = {
  pending: 'Your account here is not activated yet.',
  notSignedIn: 'You are not signed in here.',
  notKept: 'The server did not keep what it was sent.',
  gone: 'The function is gone from the server.',
  notPutBack: 'The server could not be set back to what it was.',
  onlyAdmin: {
    install: 'Only an admin of this server can install the companion.',
    remove: 'Only an admin of this server can remove the companion.',
  },
  foreign: (id: string) => `The server has another function with the id “${id}”. It is left alone.`,
  role: 'Your role could not be read',
  list: 'The functions could not be read',
  read: 'The function could not be read',
  create: 'It could not be created',
  update: 'It could not be updated',
  remove: 'It could not be removed',
  flip: 'It could not be switched',
  /** @param what one of the seven above */
  silent: (what: string) => `${what}: the server did not answer.`,
  answered: (what: string, status: number) => `${what}: the server answered ${status}.`,
  /** @param detail the server’s own words */
  answeredWith: (what: string, status: number, detail: string) =>
    `${what}: the server answered ${status}, “${detail}”.`,
};
