import { createMemoryHistory } from '@tanstack/react-router'
import { cleanup, configure, render } from '@testing-library/react'
import userEvent, { type UserEvent } from '@testing-library/user-event'
import { afterEach, beforeAll, beforeEach } from 'vitest'
import { storeAccessToken } from '../lib/access-token.ts'
import { App, createApp } from '../app.tsx'

// A failed query prints its own text, not the whole page. The first one waits for a screen to load, which takes long on
// a busy machine.
configure({ asyncUtilTimeout: 60_000, getElementError: (message) => new Error(message ?? 'nothing was found') })

/** Prepares a browser without layout: sizes, observers and empty storage. */
export function useTestBrowser(): void {
  beforeAll(stubLayout)
  beforeEach(() => {
    localStorage.clear()
    sessionStorage.clear()
    delete document.documentElement.dataset.theme
  })
  afterEach(cleanup)
}

/** Renders the product at an address, signed in by default. */
export function renderApp(address: string, { signedIn = true } = {}) {
  if (signedIn) storeAccessToken('test-token')
  const history = createMemoryHistory({ initialEntries: [address] })
  const app = createApp(history)
  const view = render(<App app={app} />)
  return {
    ...view,
    user: typingAtOnce(userEvent.setup()),
    app,
    /** The current address. */
    address: () => app.router.latestLocation.href,
  }
}

/**
 * Enters texts at once, because most of the time of typing is a render for each letter. To type letter by letter, use
 * `user.keyboard`.
 */
function typingAtOnce(user: UserEvent): UserEvent {
  const type: UserEvent['type'] = async (element, text, options) => {
    const hasKeys = /[{[]/.test(text)
    if (hasKeys || options !== undefined) return user.type(element, text, options)
    await user.click(element)
    await user.paste(text)
  }
  return { ...user, type }
}

function stubLayout(): void {
  const size = (name: string, value: number) =>
    Object.defineProperty(Element.prototype, name, { configurable: true, get: () => value })
  size('clientHeight', 600)
  size('clientWidth', 800)
  window.scrollTo = () => undefined
  Element.prototype.scrollTo = () => undefined
  window.ResizeObserver = class {
    observe() {}
    unobserve() {}
    disconnect() {}
  }
  window.matchMedia = (query) =>
    ({
      matches: false,
      media: query,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }) as unknown as MediaQueryList
}
