/**
 * Signals that end a program unless it handles them. All are handled, so that the terminal is always restored, and so
 * that Node does not open its debugger on SIGUSR1, through which another user of the machine could run code. SIGKILL
 * and SIGSTOP cannot be handled.
 */
export const endSignals: readonly NodeJS.Signals[] = [
  'SIGINT',
  'SIGTERM',
  'SIGHUP',
  'SIGQUIT',
  'SIGABRT',
  // The same number under another name; Ink's signal-exit would assume that nobody else handles it.
  'SIGIOT',
  'SIGALRM',
  'SIGUSR1',
  'SIGUSR2',
  'SIGXCPU',
  // Ctrl-Break, on Windows only.
  'SIGBREAK',
];
