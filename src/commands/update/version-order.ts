/** A version as the registry writes it: numbers, and perhaps a pre-release such as `-beta.2`. */
export const versionForm = /^(\d{1,6})\.(\d{1,6})\.(\d{1,6})(?:-([0-9A-Za-z.-]{1,64}))?(?:\+[0-9A-Za-z.-]{1,64})?$/;

/** Whether one version comes after the other by the rules of semver.org; null if either is no version. */
export function isNewer(one: string, other: string): boolean | null {
  const [a, b] = [versionForm.exec(one), versionForm.exec(other)];
  if (!a || !b) return null;
  for (const part of [1, 2, 3]) {
    const difference = Number(a[part]) - Number(b[part]);
    if (difference !== 0) return difference > 0;
  }
  return comparePreReleases(a[4], b[4]) > 0;
}

/** A release comes after its pre-releases; their parts are compared as numbers or as text. */
function comparePreReleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  const [as, bs] = [a.split('.'), b.split('.')];
  for (let at = 0; at < Math.max(as.length, bs.length); at++) {
    const order = comparePart(as[at], bs[at]);
    if (order !== 0) return order;
  }
  return 0;
}

function comparePart(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  const [isNumberA, isNumberB] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumberA && isNumberB) return Number(a) - Number(b);
  // Numbers come before words.
  if (isNumberA !== isNumberB) return isNumberA ? -1 : 1;
  return a < b ? -1 : Number(a > b);
}
