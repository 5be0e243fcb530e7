/** The reading half of what every backend promises: what a person sees is told, found, read, written and photographed. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { QtAdapter } from '../../probe-qt/adapter.js';
import type { Criteria, Picture, ProbeNode, Rect } from '../../server/ports.js';
import { inProject, pythonFixture } from '../harness/paths.js';
import { until } from '../harness/wait.js';
import { type Application, applications, type Expected } from './applications.js';
import { type Backend, type Captured, platforms, type Specimen, Stage } from './stage.js';

const backends: { kind: string; open: Backend }[] = [
  { kind: 'qt', open: (socketFolder) => new QtAdapter({ socketFolder, probeFolder: inProject('dist/probe') }) },
];

const signal = (): AbortSignal => AbortSignal.timeout(10_000);

/** The text as it is seen: without the marks of mnemonics. */
function seen(text: string | undefined): string | undefined {
  return text?.replace(/&(.)/g, '$1');
}

function isThat(node: ProbeNode, { role, text }: Expected): boolean {
  return node.role === role && seen(node.text) === text;
}

/** Whether a person can point at its middle; what is cut off at an edge has its whole rect all the same. */
function isInside({ x, y, width, height }: Rect, window: Rect): boolean {
  const [middleX, middleY] = [x + width / 2, y + height / 2];
  const isInWindow = middleX > 0 && middleY > 0 && middleX < window.width && middleY < window.height;
  return width > 0 && height > 0 && isInWindow;
}

/** What must hold of the one element of this role and text. */
function expectTold({ nodes }: Captured, expected: Expected): ProbeNode {
  const found = nodes.filter((node) => isThat(node, expected));
  const what = `${expected.role} "${expected.text}"`;
  expect(found.length, what).toBeGreaterThan(0);
  const [node] = found as [ProbeNode]; // one at least, as just expected
  const { role, text, states = [], actions = [], ...fields } = expected;
  expect(node, what).toMatchObject({ enabled: true, visible: true, ...fields });
  expect(node.states, what).toEqual(expect.arrayContaining(states));
  expect(node.actions, what).toEqual(expect.arrayContaining(actions));
  const window = nodes.find(({ handle }) => handle === node.window);
  expect(window && isInside(node.rect, window.rect), `${what} at ${JSON.stringify(node.rect)}`).toBe(true);
  return node;
}

function holds(application: Application): (captured: Captured) => boolean {
  return ({ nodes }) => application.expected.every((expected) => nodes.some((node) => isThat(node, expected)));
}

function middleOf({ width, height, pixels }: Picture): number[] {
  const offset = 4 * (Math.floor(height / 2) * width + Math.floor(width / 2));
  return [...pixels.subarray(offset, offset + 3)];
}

async function only(specimen: Specimen, criteria: Criteria): Promise<ProbeNode> {
  const { nodes } = await specimen.find([criteria]);
  expect(nodes.length, JSON.stringify(criteria)).toBe(1);
  return nodes[0] as ProbeNode; // the only one
}

describe.each(backends)('the $kind backend', ({ open }) => {
  describe.each(platforms)('on %s', (platform) => {
    let stage: Stage;
    beforeAll(async () => {
      stage = await Stage.open(platform, open);
    });
    afterAll(() => stage[Symbol.asyncDispose]());

    describe.each(applications)('$name', (application) => {
      const { command, expected, chains, beyond, openings, property, coloured } = application;
      let specimen: Specimen;
      let captured: Captured;
      beforeAll(async () => {
        specimen = await stage.launch(command);
        // If something is missing, the tests say what.
        captured = await specimen.captureAtRest(holds(application)).catch(() => specimen.capture());
      });
      afterAll(() => specimen[Symbol.asyncDispose]());

      it('tells what a person sees', () => {
        for (const element of expected) expectTold(captured, element);
      });

      it('gives every element the same handle again', async () => {
        const again = await specimen.capture();
        const handles = ({ nodes }: Captured): number[] => nodes.map(({ handle }) => handle);
        expect(handles(again)).toEqual(handles(captured));
        expect(new Set(handles(again)).size).toBe(again.nodes.length);
      });

      it('finds each by text, part of a text, pattern, role, place and state, as it was captured', async () => {
        for (const element of expected) {
          const [node] = captured.nodes.filter((candidate) => isThat(candidate, element)) as [ProbeNode]; // told above
          const text = node.text ?? '';
          const { role, row, column, states } = element;
          const queries: Criteria[] = [
            { roles: [role], text },
            { roleContains: role.toUpperCase(), textContains: text.toUpperCase() },
            { type: node.className, textMatches: `^\\Q${text}\\E$` },
            { roles: [role], text, row, column, states },
          ];
          for (const criteria of queries) {
            const { nodes } = await specimen.find([criteria]);
            const found = nodes.find(({ handle }) => handle === node.handle);
            expect(found, `${JSON.stringify(criteria)} among ${nodes.length}`).toBeDefined();
            // A search goes past the neighbours, so it does not know the place among them.
            const { parent, properties, zOrder } = node;
            expect({ ...found, parent, properties, zOrder }).toEqual(node);
          }
        }
      });

      if (chains.length > 0)
        it('finds by chains', async () => {
          for (const { steps, texts } of chains) {
            const { nodes } = await specimen.find(steps);
            expect(nodes.map(({ text }) => seen(text))).toEqual(texts);
          }
        });

      if (beyond.length > 0)
        it('finds what is not on the screen', async () => {
          for (const { steps, text } of beyond) {
            const { nodes } = await specimen.find(steps, { includeHidden: true });
            expect(nodes.map((node) => node.text)).toContain(text);
          }
        });

      it('says what it has searched when nothing is found, and what comes near', async () => {
        const [element] = expected as [Expected];
        const found = await specimen.find([{ roles: [element.role], text: `${element.text}s` }]);
        expect(found.nodes).toEqual([]);
        expect(found.searched.windows).toBeGreaterThan(0);
        expect(found.searched.elements).toBeGreaterThanOrEqual(captured.nodes.length);
        const [nearest] = found.near;
        expect(nearest).toMatchObject({ differs: ['text'], node: { role: element.role } });
      });

      it('stops at the limit and says so', async () => {
        const found = await specimen.find([{}], { limit: 2 });
        expect(found.nodes.length).toBe(2);
        expect(found.more).toBe(true);
      });

      it('searches only below a root, and says when there is none such', async () => {
        const root = captured.nodes[1]?.handle;
        const { nodes } = await specimen.find([{}], { root, limit: 500 });
        const below = (await specimen.capture({ root })).nodes.map(({ handle }) => handle);
        expect(nodes.map(({ handle }) => handle)).toEqual(below.slice(1));
        expect((await specimen.find([{}], { root: 2 ** 40 })).rootFound).toBe(false);
      });

      if (openings.length > 0)
        it('tells what is open over a window while it is open', async () => {
          for (const { open: command, close, inside } of openings) {
            const shows = (now: Captured): boolean =>
              inside.every((one) => now.nodes.some((node) => isThat(node, one)));
            const opened = await specimen.captureOpened(command, shows);
            for (const element of inside) {
              const node = expectTold(opened, element);
              const { nodes } = await specimen.find([{ roles: [element.role], text: node.text }]);
              expect(nodes.map(({ handle }) => handle)).toContain(node.handle);
            }
            await specimen.ask(close);
            const isShown = (now: Captured): boolean =>
              inside.some((one) => now.nodes.some((node) => isThat(node, one)));
            await specimen.captureWith(`the end of ${command}`, (now) => !isShown(now));
          }
        });

      if (property !== undefined)
        it('reads a property and writes it, to the application’s own knowledge', async () => {
          if (property === undefined) return;
          const { handle } = await only(specimen, property.of);
          const read = await specimen.probe.read(
            handle,
            [property.name],
            { propDepth: 0, includeHidden: false },
            signal(),
          );
          expect(read).toMatchObject({
            state: 'ok',
            properties: { [property.name]: { value: property.before, writable: true } },
          });
          const access = { includeHidden: false };
          const written = await specimen.probe.write(handle, property.name, property.after, access, signal());
          expect(written).toMatchObject({
            state: 'ok',
            before: { value: property.before },
            after: { value: property.after },
            matches: true,
          });
          expect(await specimen.ask(property.witness)).toContain(property.told);
        });

      if (coloured !== undefined)
        it('photographs an element', async () => {
          if (coloured === undefined) return;
          const node = await only(specimen, coloured.of);
          const grabbed = await until('a painted picture', async () => {
            const outcome = await specimen.probe.grab(node.handle, signal());
            return outcome.state === 'ok' && outcome.pictures[0];
          });
          expect({ width: grabbed.width, height: grabbed.height }).toEqual({
            width: Math.round(node.rect.width * grabbed.scale),
            height: Math.round(node.rect.height * grabbed.scale),
          });
          expect(middleOf(grabbed)).toEqual(coloured.color);
        });

      it('photographs every window', async () => {
        const grabbed = await specimen.probe.grab(undefined, signal());
        const { windows } = await specimen.capture();
        const shown = windows.filter(({ visible }) => visible);
        if (grabbed.state !== 'ok') throw new Error(`No picture: ${grabbed.state}`);
        expect(grabbed.pictures.map(({ window }) => window).sort()).toEqual(shown.map(({ handle }) => handle).sort());
        for (const { pixels, width, height } of grabbed.pictures) expect(pixels.length).toBe(4 * width * height);
      });
    });

    describe('a form with passwords', () => {
      it('gives them away nowhere', async () => {
        const specimen = await stage.launch(pythonFixture('passwords'));
        expect(await specimen.ask('values')).toContain('hunter2');
        const captured = await specimen.capture({ detail: 'full', includeHidden: true, propDepth: 3 });
        expect(JSON.stringify(captured)).not.toContain('hunter2');
        const fields = captured.nodes.filter(({ isPassword }) => isPassword);
        expect(fields.length).toBeGreaterThan(5);
        const access = { propDepth: 3, includeHidden: true };
        for (const { handle, role } of fields) {
          expect(role).toBe('password text');
          expect(JSON.stringify(await specimen.probe.read(handle, [], access, signal()))).not.toContain('hunter2');
        }
        for (const criteria of [{ text: 'hunter2-äß' }, { textContains: 'hunter2' }, { textMatches: '^hunter2' }]) {
          expect((await specimen.find([criteria], { includeHidden: true })).nodes).toEqual([]);
        }
      });
    });
  });
});
