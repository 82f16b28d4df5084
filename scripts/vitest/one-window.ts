import { builtinEnvironments } from 'vitest/runtime'
import type { Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments
let isMade = false

/**
 * One page for all test files of a worker. React and Base UI keep the first window they see, so a page for each file
 * would mean loading them again for each file.
 */
export default {
  ...jsdom,
  name: 'one-window',
  async setup(global: Record<string, unknown>, options) {
    if (!isMade) {
      await jsdom.setup(global, options)
      Object.assign(global, animationFrames())
      isMade = true
    }
    return { teardown: () => undefined }
  },
} satisfies Environment

/** jsdom draws frames by an interval. If a test starts that interval on a fake clock, no later test gets a frame. */
function animationFrames() {
  const { setTimeout, clearTimeout } = globalThis
  return {
    requestAnimationFrame: (draw: (time: number) => void) => Number(setTimeout(() => draw(performance.now()), 16)),
    cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  }
}
