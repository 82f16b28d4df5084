import { ArrowUp, ShieldCheck } from 'lucide-react'
import { Icon } from '../../ui/icon.tsx'
import { SqlText } from '../parts/sql-text.tsx'
import exchange from './recorded-exchange.json'

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })
const amount = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/**
 * What the built-in engine answered on the sample database of `recordedOn`. It plays once, or stays still.
 * A test of the command line asks again and compares.
 */
export function DemoChat() {
  return (
    <section className="demo-frame" aria-label="Example conversation">
      <div className="demo" data-demo>
        <div className="demo-talk">
          <p className="q step" data-step="1">
            {exchange.question}
          </p>
          <div className="step" data-step="4">
            <p className="a">{exchange.text}</p>
            <p className="rc">
              <Icon of={ShieldCheck} className="ok" />
              <span>
                Sample shop · 2 tables · no rules · <span className="num">{exchange.rows.length}</span> rows
              </span>
            </p>
            <p className="read">{exchange.understood.reading}</p>
            <p className="read">{exchange.understood.assumptions[0]}.</p>
          </div>
          <ul className="fl step" data-step="5" aria-label="Follow-up questions">
            {exchange.suggestions.map((text) => (
              <li key={text} className="chip">
                {text}
              </li>
            ))}
          </ul>
          <p className="ask" aria-hidden="true">
            <span className="grow">Ask about your data</span>
            <span className="btn btn-primary btn-icon btn-sm">
              <Icon of={ArrowUp} />
            </span>
          </p>
        </div>
        <div className="demo-result">
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls sideways on a phone */}
          <section className="code step" data-step="2" tabIndex={0} aria-label="SQL">
            <SqlText sql={exchange.sql} />
          </section>
          <table className="t step" data-step="3">
            <caption className="vh">Rows</caption>
            <thead>
              <tr>
                <th scope="col">name</th>
                <th scope="col" className="r">
                  revenue
                </th>
              </tr>
            </thead>
            <tbody>
              {exchange.rows.map(([name, revenue]) => (
                <tr key={name}>
                  <td>{name}</td>
                  <td className="r">{amount.format(Number(revenue))}</td>
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
        <button type="button" className="btn btn-quiet btn-sm" data-replay data-needs-script>
          Play again
        </button>
      </p>
    </section>
  )
}
