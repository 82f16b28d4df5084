import * as React from 'react'

const internals: unknown = Reflect.get(React, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE')

/**
 * React records a stack trace for each element it creates, up to a limit per second. Tests don't read these traces.
 * With the limit always reached, the tests of pages need a sixth less processor time.
 */
if (typeof internals === 'object' && internals !== null && 'recentlyCreatedOwnerStacks' in internals) {
  Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set() {},
    configurable: true,
  })
}
