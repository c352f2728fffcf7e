const fs=require('fs'),cp=require('child_process'),{isDeepStrictEqual:eq}=require('util');
const {synthesized}=require('./dist/helm/synthesized.js');const {optionsOf}=require('./dist/helm/options/index.js');const w=require('./dist/helm/worlds.js');
const {kubewrightDeclaration}=require('./dist/declaration/index.js');const {parseAllDocuments}=require('yaml');const cat=require('./dist/catalogue/index.js');
const H=process.argv[2];const d=kubewrightDeclaration();const options=optionsOf(d);const r=w.randomNumbers(77);
const addr=o=>`${o.kind} ${o.metadata.namespace||''}/${o.metadata.name}`;
let bad=0,n=0,refusedN=0;
function check(env,name,label){
  const {name:_n,namespace,...values}=env; for(const k of ['ownNamespace','samples','samplesNamespace','petStore']) delete values[k];
  fs.writeFileSync('/tmp/h7-v.json',JSON.stringify(values));
  const s=synthesized(d,{environment:env,name}); const out=cp.spawnSync(H,['template',name,'/tmp/h7-out','-n',namespace,'-f','/tmp/h7-v.json','--set','fullnameOverride='+name,'--skip-tests','--kube-version','1.36.4'],{encoding:'utf8',maxBuffer:1e8}); n++;
  if(s.faults.length){refusedN++; if(out.status===0||!s.faults.every(f=>out.stderr.includes(f))){bad++;console.log(label,'FAULT',s.faults,out.stderr.slice(0,400))} return}
  if(out.status!==0){bad++;console.log(label,'HELM',out.stderr.slice(0,500));return}
  const got=new Map(parseAllDocuments(out.stdout,{version:'1.1'}).map(x=>x.toJS()).filter(Boolean).map(o=>[addr(o),o]));
  const want=new Map(s.objects.map(o=>[addr(o),o]));
  for(const k of new Set([...got.keys(),...want.keys()])) if(!eq(got.get(k),want.get(k))){bad++;console.log(label,'DIFF',k,JSON.stringify(got.get(k))?.slice(0,700),'\n =>',JSON.stringify(want.get(k))?.slice(0,700));break}
}
for(const e of [cat.production,cat.dev,cat.staging,cat.embedded]) if(e) check(e,'kubewright',e.name);
const N=+process.argv[3];
for(let i=0;i<N;i++){let p=w.pickedAtRandom(options,r),i2=w.installationOf(d,p,r);while(i%4&&synthesized(d,i2).faults.length){p=w.fewer(p,r);i2=w.installationOf(d,p,r)}check(i2.environment,i2.name,i)}
console.log({n,bad,refusedN});
