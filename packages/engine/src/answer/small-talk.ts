import { message, type Message } from '@parlance/contract'
import { normalise } from '@parlance/retrieval'

const kinds: { answer: Message; pattern: RegExp }[] = [
  {
    answer: message('Hello. Ask a question about this data in plain English.'),
    pattern: /^(?:hello|hi|hey|hiya|good (?:morning|afternoon|evening|day)|greetings|howdy)(?: there| all| everyone)?$/,
  },
  {
    answer: message("You're welcome. Ask another question anytime."),
    pattern:
      /^(?:(?:ok|okay|great|perfect|cool|nice|super)\b ?)*(?:thanks|thank you|thx|ty|cheers|much appreciated)?(?: (?:a lot|very much|so much|again|for (?:that|this|your help|the help)))?$/,
  },
  {
    answer: message('Goodbye. Your conversation is saved.'),
    pattern: /^(?:bye|goodbye|bye bye|see you|see you later|good night)$/,
  },
  {
    answer: message(
      'You can ask for counts, lists, highest and lowest values, and totals by group or by month. Each answer shows its rows and the query behind it.',
    ),
    pattern:
      /^(?:help|help me|please help|what can (?:you|i) (?:do|ask)(?: here)?|what do you (?:do|know)|how does this work|how do i use this|who are you|what are you|what is this)$/,
  },
  {
    answer: message(
      "That isn't a question about this data. If an answer was wrong, rephrase your question and ask again.",
    ),
    pattern:
      /^(?:you(?: are|re)? (?:so |very |really )?(?:stupid|dumb|useless|an idiot|idiots?|bad|wrong|terrible)|(?:stupid|dumb|useless)(?: (?:bot|machine|thing|program))?|idiot|shut up|this is (?:wrong|bad|stupid|useless|nonsense)|(?:that is|thats) (?:wrong|nonsense|stupid))$/,
  },
]

/**
 * The answer to words that don't ask about the data: a greeting, thanks, a request for help, a curse; null for others.
 */
export function smallTalk(question: string): Message | null {
  const said = normalise(question)
    .replace(/'/g, '')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  if (said === '') return null
  return kinds.find((one) => one.pattern.test(said))?.answer ?? null
}

const foreign = new Set(
  (
    'wie viele viel wieviel haben wir gibt es welche welcher welches wer was wo der das und oder nicht kunden zeige mir alle ist sind im letzten jahr ' +
    'combien quels quelle quelles quel sont les des clients avons nous montre montrez moi tous toutes est il dans une dernier ' +
    'cuantos cuántos cuales cuáles quien quién clientes hay los las del muestra muéstrame todos todas tenemos ventas ' +
    'quanti quante quali sono clienti abbiamo mostra tutti quantos quantas temos mostre hoeveel klanten hebben welke zijn'
  ).split(' '),
)

/** Whether the unknown words are from another language. */
export function isForeign(question: string, missed: readonly string[]): boolean {
  const words = missed.flatMap((one) => one.toLowerCase().split(/\s+/))
  const known = words.filter((one) => foreign.has(one)).length
  return known >= 2 && words.length * 2 >= question.trim().split(/\s+/).length
}
