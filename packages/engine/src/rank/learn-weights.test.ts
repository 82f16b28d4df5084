import { describe, expect, it } from 'vitest'
import { learnWeights, type WeightGroups } from './learn-weights.ts'

const options = { factors: [0.5, 2], passes: 3, leastGain: 1, most: Infinity }

describe('learning weights', () => {
  it('keeps the values that score best, and says which mattered', async () => {
    const groups: WeightGroups = { fit: { near: 1, far: 1 }, bound: 3 }
    const near = () => (groups['fit'] as Record<string, number>)['near'] ?? 0
    const found = await learnWeights(groups, async () => [-Math.abs(near() - 4), 0], options)
    expect(groups).toEqual({ fit: { near: 4, far: 1 }, bound: 3 })
    expect(found).toEqual({ before: -3, after: 0, matter: ['fit.near'], changed: ['fit.near'] })
  })

  it('changes nothing if one fold gets worse', async () => {
    const groups = { fit: { near: 1 } }
    const found = await learnWeights(groups, async () => [groups.fit.near * 10, -groups.fit.near], options)
    expect(groups.fit.near).toBe(1)
    expect(found).toMatchObject({ matter: ['fit.near'], changed: [] })
  })

  it('changes nothing for less than the least gain', async () => {
    const groups = { fit: { near: 1 } }
    await learnWeights(groups, async () => [groups.fit.near / 10], options)
    expect(groups.fit.near).toBe(1)
  })

  it('does not try weights again that no score depends on, nor those that are 0', async () => {
    let calls = 0
    const groups = { fit: { near: 1, none: 0 } }
    const score = async () => {
      calls++
      return [0]
    }
    expect(await learnWeights(groups, score, options)).toEqual({ before: 0, after: 0, matter: [], changed: [] })
    expect(calls).toBe(1 + options.factors.length)
  })

  it('gives the same weights for the same scores', async () => {
    const run = async () => {
      const groups = { fit: { near: 3, far: 0.5 }, pick: { name: 7 } }
      const score = async () => [Math.sin(groups.fit.near * groups.pick.name) * 9, Math.cos(groups.fit.far) * 9]
      return { found: await learnWeights(groups, score, options), groups }
    }
    expect(await run()).toEqual(await run())
  })
})
