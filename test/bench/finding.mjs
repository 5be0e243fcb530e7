/** What searching, pruning and item views cost: medians over rounds in which everything that is compared takes turns. */
import { setTimeout as delay } from 'node:timers/promises';
import { bigModelProgram, median } from './application.mjs';

/** One search of each kind that has to go through the whole tree. */
function queries(last) {
  return {
    'object name': { object_name: last.objectName },
    role: { role: 'scroll bar' },
    text: { text: last.text },
    nothing: { text: 'not there' },
  };
}

/** Searches in `widgets` nested widgets and pruning of their snapshot, in ms; `unit` is one trivial walk, `call` a bare property. */
export async function measureFinding(server, widgets, rounds) {
  const { sessionId, application } = await server.launch(widgets);
  const buttons = await server.find(sessionId, { type: 'QPushButton', limit: 500 });
  const last = buttons.at(-1);
  const kinds = queries(last);
  const walks = [];
  const calls = [];
  const prunes = [];
  const samples = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]));
  await server.snapshot(sessionId, 'extended');
  const property = () =>
    server.call('qt_get_property', { session_id: sessionId, element_id: last.element_id, name: 'text' });
  await property();
  for (let round = 0; round < rounds; round += 1) {
    for (const [kind, query] of Object.entries(kinds)) {
      await delay(50);
      walks.push(await application.walk());
      calls.push(await shortest(property));
      samples[kind].push(await application.cost(() => server.find(sessionId, query)));
    }
    prunes.push(await wall(() => server.call('qt_prune_snapshot', { session_id: sessionId })));
  }
  application.close();
  process.kill(application.pid, 'SIGKILL');
  const costs = Object.entries(samples).map(([kind, taken]) => [
    kind,
    { gui: median(taken.map(({ gui }) => gui)), wall: median(taken.map(({ wall: time }) => time)) },
  ]);
  return {
    widgets,
    unit: median(walks),
    call: median(calls),
    prune: median(prunes),
    finds: Object.fromEntries(costs),
  };
}

/** A snapshot of three views on a model of 1,000,000 x 50 values: cells that are seen, calls of data(), times in ms. */
export async function measureTable(server, rounds) {
  const { sessionId, application } = await server.launchProgram([bigModelProgram]);
  await server.snapshot(sessionId, 'extended');
  const samples = [];
  for (let round = 0; round < rounds; round += 1) {
    await application.ask('reads');
    const cost = await application.cost(() => server.snapshot(sessionId, 'extended'));
    samples.push({ ...cost, reads: Number(await application.ask('reads')) });
  }
  const cells = Number(await application.ask('visible'));
  application.close();
  process.kill(application.pid, 'SIGKILL');
  const middle = (field) => median(samples.map((sample) => sample[field]));
  return { cells, reads: middle('reads'), gui: middle('gui'), wall: middle('wall') };
}

async function wall(work) {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Of three in a row: the first one after a pause wakes everybody up. */
async function shortest(work) {
  return Math.min(await wall(work), await wall(work), await wall(work));
}
