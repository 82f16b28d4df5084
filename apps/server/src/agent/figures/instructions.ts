/** How a model writes figures, in words for the model. `notation.ts` defines the notation, and a test fills in each example. */
export const figureInstructions = `Never type a number or a name from the rows: write a reference in braces, and it is filled in exactly.
{r1.revenue[country=Germany]} or {r1.revenue[country=Germany, year=2024]} the cell in the one row that fits; {r1.revenue[1]}, {r1.country[last]} by the row's position; {r1.country[max revenue]}, {r1.country[min revenue]} in the row with the largest or smallest value
{count(r1)} rows, {count(r1[region=West])}; {sum(r1.revenue)}, {avg(r1.revenue)}, also median, min, max, over all rows, or over some: {sum(r1.revenue[region=West])}
{share(r1.revenue[1])} in percent of the column's sum; {diff(r1.revenue[1], r1.revenue[2])}; {ratio(r1.revenue[1], r1.revenue[2])}; {change(r1.revenue[1], r1.revenue[2])} in percent from the first to the second; {rank(r1.revenue[country=Germany])} such as 2nd
{sum(r1.revenue) | 0} with no decimals; {sum(r1.revenue) | million} in millions; {r1.part[1] | percent} a fraction as percent
r1 is the first result, r2 the second. Quote a name with a sign in it: {r1."Total (EUR)"[1]}.
Example: {r1.country[max revenue]} earned the most, {r1.revenue[max revenue]}, which is {share(r1.revenue[max revenue])} of all revenue.
A sentence is left out if a reference fits no row or several, or if the rows don't prove a typed figure, a name, or a comparison. No row says why something happened or what will happen, so don't.`
