import { expect, test } from 'vitest'
import { benchHelp, parseBenchArguments } from './arguments.ts'

const known = ['start', 'memory']

test('reads the names of benchmarks, and how long to measure', () => {
  expect(parseBenchArguments(['memory', '--minutes', '60'], known)).toEqual({ names: ['memory'], minutes: 60 })
  expect(parseBenchArguments(['start', 'memory'], known)).toEqual({ names: ['start', 'memory'], minutes: 1 })
})

test('shows every name in its help', () => {
  expect(parseBenchArguments(['--help'], known)).toBeNull()
  expect(parseBenchArguments(['-h', 'nonsense'], known)).toBeNull()
  expect(benchHelp(known)).toContain('Names: start, memory')
})

test.each([
  [[], 'Name a benchmark. Choose from: start, memory.'],
  [['start', 'stat'], 'Unknown benchmark stat. Choose from: start, memory.'],
  [['start', '--hours', '1'], "Unknown option '--hours'. Use --help to list the options."],
  [['memory', '--minutes', 'x'], '--minutes needs a number up to 1440, for example 60.'],
  [['memory', '--minutes', '0'], '--minutes needs a number up to 1440, for example 60.'],
])('explains on one line what is wrong with %j', (argv, text) => {
  expect(() => parseBenchArguments(argv, known)).toThrow(text)
})
