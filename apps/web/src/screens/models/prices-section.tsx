import { message, type Message, type PriceSettings } from '@parlance/contract'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, type ChangeEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { pricesQuery, removePrices, uploadPrices } from '../../api/model-costs.ts'
import { describeError } from '../../lib/api-error.ts'
import { saveFile } from '../../lib/file-name.ts'
import { formatCount, formatDate, formatMoney } from '../../lib/format.ts'
import { translate } from '../../lib/i18n.ts'
import { Button } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useQuestions } from '../../ui/questions.tsx'
import { numberLook, tableLook } from './table-look.ts'

const origins: Record<PriceSettings['origin'], Message> = {
  product: message('The list that comes with Parlance.'),
  file: message("The list of the server's configuration."),
  upload: message('An uploaded list.'),
}

/** The prices of models, which an administrator can replace by a file. */
export function PricesSection() {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { ask } = useQuestions()
  const prices = useQuery(pricesQuery)
  const input = useRef<HTMLInputElement>(null)
  const change = useMutation({
    mutationFn: async (file: File | null) => (file === null ? removePrices() : uploadPrices(await file.text())),
    onSuccess: () => client.invalidateQueries({ queryKey: ['model-costs'] }),
  })
  const handleFile = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) change.mutate(file)
    target.value = ''
  }
  const { data } = prices
  const removeList = async () => {
    const text = t('Remove the uploaded list? It is not kept. Future costs use the list of the server again.')
    if (await ask({ text, confirm: t('Remove uploaded list'), danger: true })) change.mutate(null)
  }
  return (
    <section aria-labelledby="prices">
      <h2 id="prices" className="mb-1 text-[16px] font-semibold">
        {t('Price list')}
      </h2>
      {prices.error !== null && (
        <Note tone="danger">{describeError(prices.error, t('Could not load the price list. Try again.'))}</Note>
      )}
      {data !== undefined && (
        <>
          <p className="text-muted">
            {translate(t, origins[data.origin])}{' '}
            {t('Last compared with its sources on {date}. A new list changes only future costs.', {
              date: formatDate(`${data.list.compared_on}T12:00:00Z`),
            })}
          </p>
          {data.unpriced_models.length > 0 && (
            <Note tone="warning" className="my-3">
              {t(
                'The price of {models} is unknown. Its calls have tokens but no price, and a budget of money refuses them.',
                {
                  models: data.unpriced_models.join(', '),
                },
              )}
            </Note>
          )}
          {change.error !== null && (
            <Note tone="danger" className="my-3">
              {describeError(change.error, t('Could not change the price list. Try again.'))}
            </Note>
          )}
          <div className="mt-1.5 flex flex-wrap gap-2">
            <input ref={input} type="file" accept=".json,application/json" hidden onChange={handleFile} />
            <Button disabled={change.isPending} onClick={() => input.current?.click()}>
              {t('Upload price list')}
            </Button>
            <Button
              onClick={() =>
                saveFile(new Blob([JSON.stringify(data.list, null, 2)], { type: 'application/json' }), 'prices.json')
              }
            >
              {t('Download price list')}
            </Button>
            {data.origin === 'upload' && (
              <Button disabled={change.isPending} onClick={() => void removeList()}>
                {t('Remove uploaded list')}
              </Button>
            )}
          </div>
          <PriceTable settings={data} />
        </>
      )}
    </section>
  )
}

function PriceTable({ settings: { list } }: { settings: PriceSettings }) {
  const { t } = useTranslation()
  const money = (amount: number) => formatMoney(amount, list.currency)
  return (
    <details className="group mt-3">
      <summary className="list-item cursor-pointer list-inside list-[disclosure-closed] group-open:list-[disclosure-open]">
        {t('{n, plural, one {# price} other {# prices}} per million tokens', { n: list.prices.length })}
      </summary>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be reachable by keyboard */}
      <section className="overflow-x-auto" aria-label={t('Price list')} tabIndex={0}>
        <table className={tableLook}>
          <thead>
            <tr>
              <th scope="col">{t('Model')}</th>
              {[t('Prompt'), t('Cached'), t('Completion')].map((name) => (
                <th key={name} scope="col" className={numberLook}>
                  {name}
                </th>
              ))}
              <th scope="col">{t('Since')}</th>
              <th scope="col">{t('Source')}</th>
            </tr>
          </thead>
          <tbody>
            {list.prices.map((price, at) => (
              <tr key={at}>
                <th scope="row">
                  {price.provider}/{price.model}
                  {price.long_prompt && (
                    <span className="text-meta text-faint block">
                      {t('over {n} prompt tokens: {input}, {output}', {
                        n: formatCount(price.long_prompt.more_than),
                        input: money(price.long_prompt.input),
                        output: money(price.long_prompt.output),
                      })}
                    </span>
                  )}
                </th>
                <td className={numberLook}>{money(price.input)}</td>
                <td className={numberLook}>{money(price.cached_input ?? price.input)}</td>
                <td className={numberLook}>{money(price.output)}</td>
                <td>{formatDate(`${price.date}T12:00:00Z`)}</td>
                <td className="min-w-80 whitespace-normal! wrap-anywhere max-md:min-w-0 max-md:whitespace-nowrap!">
                  {price.source}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  )
}
