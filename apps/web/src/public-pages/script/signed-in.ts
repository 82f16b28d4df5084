import { readAccessToken } from '../../lib/access-token.ts'

/** Whoever is signed in on this browser is led to the chat instead of the sign-in. */
export function showSignedIn(): void {
  const signedIn = readAccessToken() !== null
  for (const element of document.querySelectorAll<HTMLElement>('[data-signed-in]')) element.hidden = !signedIn
  for (const element of document.querySelectorAll<HTMLElement>('[data-signed-out]')) element.hidden = signedIn
}
