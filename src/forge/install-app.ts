import type { Actor, App, Installation } from "./actor.ts";
import { emit } from "./events.ts";
import { installationShape, nodeId } from "./shapes/user-shape.ts";
import type { Repo, World } from "./world.ts";

/** Installs the app on a repository: one installation per owner, as GitHub has it. */
export function installApp(world: World, app: App | null, repo: Repo): Installation {
  if (!app) throw new Error("This forge was started without an app.");
  const old = [...world.installations.values()].find(
    (one) => one.app === app && one.account === repo.owner,
  );
  const installation = old ?? {
    id: world.nextId(),
    app,
    account: repo.owner,
    repositoryIds: new Set<number>(),
    createdAt: world.now(),
  };
  world.installations.set(installation.id, installation);
  installation.repositoryIds.add(repo.id);
  const short = {
    id: repo.id,
    node_id: nodeId("R", repo.id),
    name: repo.name,
    full_name: `${repo.owner.login}/${repo.name}`,
    private: repo.private,
  };
  const actor: Actor = { kind: "user", user: repo.owner, scopes: [] };
  emit(world, repo, actor, {
    name: "installation",
    action: "created",
    payload: { installation: installationShape(world, installation), repositories: [short] },
  });
  return installation;
}
