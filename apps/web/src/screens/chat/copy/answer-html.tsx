import { visibleText } from '@parlance/contract'
import type { TFunction } from 'i18next'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { leftOut, shownRows, type AnswerDocument } from './answer-document.ts'
import { AnswerWords } from './answer-words.tsx'

/** More rows than these are left out. */
const copiedRows = 20
const copiedColumns = 12

/**
 * An answer as formatted text for documents and email: its words, chart, first rows, and source.
 * @param picture the address of the chart's picture; null for none
 */
export function answerHtml(answer: AnswerDocument, picture: string | null, t: TFunction): string {
  const place = document.createElement('div')
  const root = createRoot(place)
  flushSync(() => root.render(<Copied answer={answer} picture={picture} t={t} />))
  const html = place.innerHTML
  root.unmount()
  return html
}

interface CopiedProps {
  answer: AnswerDocument
  picture: string | null
  t: TFunction
}

function Copied({ answer: { question, text, result, source }, picture, t }: CopiedProps) {
  const shown = result === null ? null : shownRows(result, { rows: copiedRows, columns: copiedColumns })
  const note = result === null || shown === null ? null : leftOut(result, shown, t)
  return (
    <>
      {question !== '' && (
        <p>
          <b>{visibleText(question)}</b>
        </p>
      )}
      <AnswerWords text={text} />
      {picture !== null && (
        <p>
          <img src={picture} alt={t('Chart: {title}', { title: question })} width={660} />
        </p>
      )}
      {shown !== null && shown.rows.length > 0 && (
        <table style={{ borderCollapse: 'collapse' }}>
          <thead>
            <tr>
              {shown.columns.map(({ name, kind }, index) => (
                // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                <th key={index} style={cellStyle(kind)}>
                  {visibleText(name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.rows.map((row, at) => (
              // oxlint-disable-next-line react/no-array-index-key -- rows of one answer
              <tr key={at}>
                {shown.columns.map(({ kind }, index) => {
                  const cell = row[index] ?? null
                  return (
                    // oxlint-disable-next-line react/no-array-index-key -- column names may repeat
                    <td key={index} style={cellStyle(kind)}>
                      {cell === null ? 'NULL' : shown.textOf(cell, index)}
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {note !== null && <p>{note}</p>}
      <p>
        <small>{source}</small>
      </p>
    </>
  )
}

function cellStyle(kind: string) {
  const isNumber = kind === 'integer' || kind === 'number'
  return { border: '1px solid #ccc', padding: '3px 8px', textAlign: isNumber ? ('right' as const) : ('left' as const) }
}
