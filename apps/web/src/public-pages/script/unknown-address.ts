import { takeUnknownAddress } from '../../lib/unknown-address.ts'

/** Says on the home page which address without a page led here. */
export function showUnknownAddress(): void {
  const place = document.querySelector<HTMLElement>('[data-unknown-address]')
  if (place === null) return
  const path = takeUnknownAddress()
  if (path === null) return
  const name = place.querySelector('code')
  if (name !== null) name.textContent = path
  place.hidden = false
}
