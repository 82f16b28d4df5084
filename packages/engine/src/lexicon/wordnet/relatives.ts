import names from '../vocabulary/names.json' with { type: 'json' }
import type { Link, Meaning, Wordnet } from './wordnet.ts'

/** How a name is related to a word: it means the same, is a kind of it, is what it is a kind of, or is of its family. */
export type Relation = 'synonym' | 'kind' | 'general' | 'derived'

/** A name of the schema that is related to a word. */
export interface Relative {
  name: string
  relation: Relation
  /** 0 for a synonym in the most frequent meanings of both; each step and each rarer meaning adds to it. */
  distance: number
}

/**
 * What a relation adds to the distance. Chosen with the development data that isn't held out: a name that is a kind of the
 * word ('leader', 'head') is meant more often than what the word is a kind of ('pilot', 'employee').
 */
export const distances = {
  synonym: 0,
  kind: 0.5,
  general: 0.75,
  derived: 1,
  /** A meaning that isn't the word's first one, for each rank; also of the name. */
  rank: 0.2,
  /** Every further name is at least this much further away, so that the nearest one is clearly meant. */
  margin: 0.3,
  most: 1.2,
}

/** A singular word, or two, in lower case; `isNoun` if it can only be a noun, as a plural is. */
export interface Term {
  term: string
  isNoun: boolean
}

/** A word with more kinds than this says too little: 'person' isn't 'employee', and 'information' isn't 'password'. */
const mostKinds = 50
/** What a word is a kind of is only nearly the same if it has few kinds. */
const mostKindsOfGeneral = 25

/** Names that fit anything: a column with one of them isn't what a more special or more general word asks for. */
const fitting = new Set(names.fitting)

/** The step from a word's meaning to the names of each relation. */
const routes = [
  { relation: 'synonym', step: null },
  { relation: 'kind', step: 'special' },
  { relation: 'general', step: 'general' },
  { relation: 'derived', step: 'derived' },
] as const

/**
 * The names that a word, or a pair of words, is related to, nearest first; each name once.
 * @param names singular words, in lower case
 */
export function relativesOf(net: Wordnet, { term, isNoun }: Term, names: { has(name: string): boolean }): Relative[] {
  const nearest = new Map<string, Relative>()
  const meanings = net.meaningsOf(term).filter(({ meaning }) => !isNoun || net.isNoun(meaning))
  for (const { meaning, rank } of meanings)
    for (const { relation, step } of routes) {
      const away = rank * distances.rank + distances[relation]
      if (relation === 'derived' && net.isNoun(meaning)) continue
      for (const end of follow(net, meaning, step))
        for (const { word, rank: nameRank } of net.wordsOf(end)) {
          const distance = away + nameRank * distances.rank
          if (fitsAnything(word, relation, term)) continue
          if (word === term || distance > distances.most + distances.margin || !names.has(word)) continue
          if (distance < (nearest.get(word)?.distance ?? Infinity))
            nearest.set(word, { name: word, relation, distance })
        }
    }
  return [...nearest.values()].toSorted((left, right) => left.distance - right.distance)
}

/** Whether a name says too little to stand for a term: 'phone number' isn't any number. */
function fitsAnything(name: string, relation: Relation, term: string): boolean {
  return fitting.has(name) && (relation !== 'synonym' || term.endsWith(` ${name}`))
}

function follow(net: Wordnet, meaning: Meaning, step: Link | null): Meaning[] {
  if (step === null) return [meaning]
  const next = net
    .linksOf(meaning)
    .filter(({ link }) => link === step)
    .map((one) => one.meaning)
  if (step === 'special') return next.length > mostKinds ? [] : next
  return step === 'general' ? next.filter((one) => kindsOf(net, one) <= mostKindsOfGeneral) : next
}

function kindsOf(net: Wordnet, meaning: Meaning): number {
  return net.linksOf(meaning).filter(({ link }) => link === 'special').length
}

/**
 * The nearest relative if every rival is clearly further away; else null.
 * @param isSame whether two names mean the same tables and columns, so that they aren't rivals
 */
export function clearlyNearest(
  relatives: readonly Relative[],
  isSame: (name: string, other: string) => boolean,
): Relative | null {
  const [first, ...others] = relatives
  if (first === undefined || first.distance > distances.most) return null
  const rival = others.find((one) => !isSame(first.name, one.name))
  return rival === undefined || rival.distance - first.distance >= distances.margin ? first : null
}
