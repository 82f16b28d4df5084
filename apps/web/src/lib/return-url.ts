export const defaultReturnUrl = '/chat'

/**
 * The page to open after signing in: a path of this origin, else /chat. Refuses anything that a browser reads as
 * another site (`//evil.example`, `/\evil.example`, `javascript:…`).
 */
export function safeReturnUrl(candidate: string | undefined, origin: string): string {
  if (candidate === undefined || !candidate.startsWith('/') || hasControlCharacter(candidate)) return defaultReturnUrl
  try {
    const url = new URL(candidate, origin)
    if (url.origin !== origin || url.pathname.startsWith('//')) return defaultReturnUrl
    return url.pathname + url.search + url.hash
  } catch {
    return defaultReturnUrl
  }
}

function hasControlCharacter(text: string): boolean {
  return Array.from(text).some((character) => character < ' ' || character === '\\')
}
