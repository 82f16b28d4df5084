import { readAccessToken } from '../../lib/access-token.ts'

/** Shows a link to the chat instead of the sign-in to signed-in users. */
export function showSignedIn(): void {
  const signedIn = readAccessToken() !== null
  for (const element of document.querySelectorAll<HTMLElement>('[data-signed-in]')) element.hidden = !signedIn
  for (const element of document.querySelectorAll<HTMLElement>('[data-signed-out]')) element.hidden = signedIn
}
