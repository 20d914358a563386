import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetGroup, targetOptions } from '../target-syntax.ts';

export const doctorSyntax = {
  name: 'doctor',
  summary: 'Check the terminal, the keychain, the configuration, the service and its streams',
  options: targetOptions,
  exclusive: [targetGroup],
} as const satisfies CommandSyntax;
