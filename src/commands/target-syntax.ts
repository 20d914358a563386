/** The options that choose a service. */
export const targetOptions = {
  profile: { value: 'NAME', summary: 'use this profile', complete: 'profile' },
  'base-url': { value: 'URL', summary: 'use this service for one run, with the key in SWAPDECK_API_KEY' },
  paper: { summary: 'use the embedded paper service, even after a login' },
} as const;

/** At most one of them is given. */
export const targetGroup = ['profile', 'base-url', 'paper'] as const;

const { profile, 'base-url': baseUrl } = targetOptions;
/** For commands that a temporary paper service is no use to. */
export const liveTargetOptions = { profile, 'base-url': baseUrl } as const;
