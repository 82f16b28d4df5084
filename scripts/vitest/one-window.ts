import { builtinEnvironments } from 'vitest/runtime'
import type { Environment } from 'vitest/runtime'

const { jsdom } = builtinEnvironments

/** One page for all test files of a worker, because React and Base UI remember the first window they see. */
export default {
  ...jsdom,
  name: 'one-window',
  async setup(global: Record<string, unknown>, options) {
    const page = await jsdom.setup(global, options)
    Object.assign(global, animationFrames())
    return page
  },
} satisfies Environment

/** jsdom draws frames with an interval. If a test starts that interval on a fake clock, no later test gets a frame. */
function animationFrames() {
  const { setTimeout, clearTimeout } = globalThis
  return {
    requestAnimationFrame: (draw: (time: number) => void) => Number(setTimeout(() => draw(performance.now()), 16)),
    cancelAnimationFrame: (frame: number) => clearTimeout(frame),
  }
}
