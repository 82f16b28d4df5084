import { describe, expect, it } from 'vitest'
import { keepWithin } from './panes.tsx'

describe('panes', () => {
  it('CH-021 CH-022 CH-023 keeps both panes at 300 px or more, with a gap of 8 px', () => {
    expect(keepWithin(40, 1000)).toBe(40)
    expect(keepWithin(5, 1000)).toBe(30)
    expect(keepWithin(95, 1000)).toBeCloseTo(69.2)
  })

  it('uses the initial widths if there is no room to choose', () => {
    expect(keepWithin(80, 600)).toBe(40)
  })
})
