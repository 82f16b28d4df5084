/** A random 128-bit id in hex digits. `crypto.randomUUID` is missing on pages served without TLS. */
export function makeId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
