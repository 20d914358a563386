import { formatOption } from '../output/format-syntax.ts';
import type { CommandSyntax } from '../syntax/command-syntax.ts';
import { targetOptions } from '../target-syntax.ts';

const { profile } = targetOptions;

export const loginSyntax = {
  name: 'login',
  summary: 'Check an API key with the service and store it in the keychain or an encrypted file',
  options: {
    profile: { ...profile, summary: 'the profile to log in; the configured one by default' },
    'base-url': { value: 'URL', summary: 'address of the service' },
    'key-file': { value: 'PATH', summary: 'encrypt the key into this file instead of the keychain', complete: 'file' },
  },
  notes: ['The key is asked for, and not echoed. It is never an argument: those are visible to other programs.'],
} as const satisfies CommandSyntax;

export const logoutSyntax = {
  name: 'logout',
  summary: 'Remove the key of a profile from this machine',
  options: { profile },
} as const satisfies CommandSyntax;

export const profilesSyntax = {
  name: 'profiles',
  summary: 'List the profiles and where their keys are stored',
  options: { format: formatOption('table') },
} as const satisfies CommandSyntax;
