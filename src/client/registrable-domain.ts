/**
 * Public suffixes of two labels under which anyone may register. The full list has thousands of entries and changes weekly;
 * these are the ones a trading service is likely to sit under. For any other the user pins the socket host.
 */
const twoLabelSuffixes = new Set(
  (
    'co.uk org.uk com.au net.au co.nz co.jp ne.jp or.jp com.br com.cn com.hk com.sg com.tw com.tr com.mx com.ar co.in co.kr co.za co.il ' +
    'github.io gitlab.io pages.dev workers.dev vercel.app netlify.app herokuapp.com fly.dev onrender.com railway.app web.app ' +
    'firebaseapp.com azurewebsites.net cloudfront.net amazonaws.com appspot.com run.app ngrok.io ngrok.app trycloudflare.com'
  ).split(' '),
);

/** The part of a host name that somebody had to register (`example.com`), or null for addresses and bare names. */
export function registrableDomain(host: string): string | null {
  const name = host.toLowerCase().replace(/\.$/, '');
  if (!/^[a-z0-9.-]+$/.test(name) || /^[\d.]+$/.test(name)) return null;
  const labels = name.split('.');
  if (labels.length < 2 || labels.some((label) => label === '')) return null;
  const suffixLength = twoLabelSuffixes.has(labels.slice(-2).join('.')) ? 2 : 1;
  return labels.length > suffixLength ? labels.slice(-suffixLength - 1).join('.') : null;
}
