import { formatWithFigures, type Message, type TextFigure } from '@parlance/contract'
import i18next from 'i18next'
import { translateMessage } from '../i18n.ts'

const prefix = '#figure-'

/** A text, and the figures at their positions in it. */
interface FiguresInText {
  content: string
  figures: TextFigure[]
}

/** The figures of an answer in the user's language, where they can have other positions than in English. */
export function shownFigures(answer: FiguresInText & { ownContent: Message | null }): FiguresInText {
  if (answer.ownContent === null) return answer
  const { text, figures } = formatWithFigures(translateMessage(answer.ownContent), i18next.language)
  return figures.length === 0 ? answer : { content: text, figures }
}

/**
 * Turns the figures of an answer into Markdown links, so that each can open its rows. Their text is escaped, because a
 * value may contain Markdown.
 * @param text the shown text; figures are linked only if it still begins like the text that their positions refer to
 */
export function linkFigures(text: string, { content, figures }: FiguresInText): string {
  const last = figures.at(-1)
  if (last === undefined || !text.startsWith(content.slice(0, last.end))) return text
  let linked = ''
  let copied = 0
  for (const [at, { start, end }] of figures.entries()) {
    if (start < copied || end > text.length) continue
    linked += `${text.slice(copied, start)}[${escapeMarkdown(text.slice(start, end))}](${prefix}${at})`
    copied = end
  }
  return linked + text.slice(copied)
}

/** The figure that a link made by `linkFigures` is for; null for other links. */
export function figureOf(href: string, figures: TextFigure[]): TextFigure | null {
  return href.startsWith(prefix) ? (figures[Number(href.slice(prefix.length))] ?? null) : null
}

function escapeMarkdown(text: string): string {
  return text.replaceAll(/[\\`*_~[\]<>()#|!]/g, String.raw`\$&`).replaceAll('\n', ' ')
}
