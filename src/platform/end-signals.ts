/**
 * Signals that end a program unless it hears them. All are heard: the terminal is put back whichever comes, and Node opens no
 * debugger on SIGUSR1, in which another user of the machine could run code. SIGKILL and SIGSTOP cannot be heard.
 */
export const endSignals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGABRT',
  // The same number by another name, which Ink's signal-exit would take for one that nobody else hears.
  'SIGIOT',
  'SIGALRM',
  'SIGUSR1',
  'SIGUSR2',
  'SIGXCPU',
];
