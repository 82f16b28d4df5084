import { ArrowUp, ShieldCheck } from 'lucide-react'
import { buttonClass } from '../../ui/button.tsx'
import { chipClass } from '../../ui/chip.ts'
import { Icon } from '../../ui/icon.tsx'
import { SqlText } from '../parts/sql-text.tsx'
import exchange from './recorded-exchange.json'
import { cn } from '../../lib/cn.ts'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/**
 * What the built-in engine answered on the sample database of `recordedOn`. It plays once, or stays still.
 * A test of the command line asks again and compares.
 */
export function DemoChat() {
  return (
    <section aria-label="Example conversation">
      <div className="demo" data-demo>
        <div className="demo-talk">
          <p className="question demo-step" data-step="1">
            {exchange.question}
          </p>
          <div className="demo-step" data-step="4">
            <p className="answer">{exchange.text}</p>
            <p className="receipt">
              <Icon of={ShieldCheck} className="positive" />
              <span>
                Sample shop · 2 tables · no rules · <span className="tabular">{exchange.rows.length}</span> rows
              </span>
            </p>
            <p className="reading">{exchange.understood.reading}</p>
            <p className="reading">{exchange.understood.assumptions[0]}.</p>
          </div>
          <ul className="follow-ups demo-step" data-step="5" aria-label="Follow-up questions">
            {exchange.suggestions.map((text) => (
              <li key={text} className={chipClass}>
                {text}
              </li>
            ))}
          </ul>
          <p className="question-field" aria-hidden="true">
            <span className="min-w-0 flex-1">Ask about your data</span>
            <span
              className={cn(
                buttonClass({ kind: 'primary', size: 'small', square: true }),
                'max-md:min-h-0! max-md:min-w-0!',
              )}
            >
              <Icon of={ArrowUp} />
            </span>
          </p>
        </div>
        <div>
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone */}
          <section className="query demo-step" data-step="2" tabIndex={0} aria-label="SQL">
            <SqlText sql={exchange.sql} />
          </section>
          <table className="data-table demo-step" data-step="3">
            <caption className="visually-hidden">Rows</caption>
            <thead>
              <tr>
                <th scope="col">name</th>
                <th scope="col" className="number">
                  revenue
                </th>
              </tr>
            </thead>
            <tbody>
              {exchange.rows.map(([name, revenue]) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td className="number">{amount.format(Number(revenue))}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </div>
      <p className="demo-note">
        <span>
          A real answer of the built-in engine, from the sample shop of {day.format(new Date(exchange.recordedOn))}.
        </span>
        <button type="button" className={buttonClass({ kind: 'quiet', size: 'small' })} data-replay data-needs-script>
          Play again
        </button>
      </p>
    </section>
  )
}
