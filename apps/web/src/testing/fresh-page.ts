import { vi } from 'vitest'

// Files share the browser and the libraries. Each loads the product's own modules again, because those remember who is
// signed in, and begins with an empty page.
vi.resetModules()
history.replaceState(null, '', '/')
for (const element of [document.documentElement, document.head, document.body]) {
  for (const name of element.getAttributeNames()) element.removeAttribute(name)
}
document.head.replaceChildren()
document.body.replaceChildren()
localStorage.clear()
sessionStorage.clear()
// What the browser has is on the prototype; what is on the object itself was put there by a test.
for (const name of Object.getOwnPropertyNames(navigator)) Reflect.deleteProperty(navigator, name)
