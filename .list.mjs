import ts from 'typescript'; import {execSync} from 'node:child_process'; import fs from 'node:fs';
const files=execSync("git ls-files '*.ts' '*.mts'").toString().trim().split('\n').filter(f=>!/^imports|runtime\/src\/kinds\//.test(f));
const out=[];
for(const f of files){const s=ts.createSourceFile(f,fs.readFileSync(f,'utf8'),99,true);
 const vis=n=>{let name,kind;
  if(ts.isFunctionDeclaration(n)&&n.name){name=n.name;kind='fn'}
  else if((ts.isMethodDeclaration(n)||ts.isGetAccessor(n))&&ts.isIdentifier(n.name)){name=n.name;kind=ts.isGetAccessor(n)?'get':'method'}
  else if(ts.isVariableDeclaration(n)&&ts.isIdentifier(n.name)&&n.initializer&&(ts.isArrowFunction(n.initializer)||ts.isFunctionExpression(n.initializer))){name=n.name;kind='arrow'}
  else if(ts.isPropertyAssignment(n)&&ts.isIdentifier(n.name)&&(ts.isArrowFunction(n.initializer)))  {name=n.name;kind='prop'}
  else if(ts.isMethodSignature(n)&&ts.isIdentifier(n.name)){name=n.name;kind='sig'}
  else if(ts.isPropertySignature(n)&&ts.isIdentifier(n.name)&&n.type&&ts.isFunctionTypeNode(n.type)){name=n.name;kind='sigp'}
  if(name){const p=s.getLineAndCharacterOfPosition(name.getStart());
   const line=s.text.split('\n')[p.line].trim();
   const exp=(ts.getCombinedModifierFlags(n)&ts.ModifierFlags.Export)||(n.parent?.parent?.modifiers?.some?.(m=>m.kind===ts.SyntaxKind.ExportKeyword))?'E':'-';
   out.push({f,line:p.line+1,name:name.text,kind,exp,text:line.slice(0,150)})}
  ts.forEachChild(n,vis)};vis(s)}
fs.writeFileSync('/tmp/ren/functions.json',JSON.stringify(out));
const of=out.filter(o=>/[a-z]Of$/.test(o.name)&&!/^(indexOf|lastIndexOf|valueOf|toEqualTypeOf)$/.test(o.name));
const T=f=>/\.test\.ts|^test\/|fixtures|suite/.test(f);
console.log(out.length,'Of',of.length,'in src',of.filter(o=>!T(o.f)).length, 'distinct src', new Set(of.filter(o=>!T(o.f)).map(o=>o.name)).size, 'distinct test', new Set(of.filter(o=>T(o.f)).map(o=>o.name)).size);
console.log('all distinct names src', new Set(out.filter(o=>!T(o.f)).map(o=>o.name)).size);
